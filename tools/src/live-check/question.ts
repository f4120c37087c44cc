import type { Client } from '@chatferry/client';
import type { OwnRecords } from './own-records.ts';

/** The app that the check asks. */
export interface CheckedApp {
  readonly client: Client;
  readonly own: OwnRecords;
  /** Aborted when the check must end. */
  readonly signal: AbortSignal;
  /** Sends a reading request. @returns the body of the answer as the service sends it */
  readonly get: (path: string, query?: object, onBehalfOf?: string) => Promise<Body>;
}

/** The body of an answer, before the client reads it. */
export interface Body {
  readonly data: readonly Fields[];
  readonly meta?: Fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A question that the documentation of the service leaves open, and that its answers decide. */
export interface Question {
  readonly asks: string;
  /** The meaning of each possible answer, by name. */
  readonly readings: Readonly<Record<string, string>>;
  /** @throws {ApiError} when the service refuses a request: the question stays open */
  readonly find: (app: CheckedApp) => Promise<Finding>;
}

/** The right reading with the evidence, or the reason why the question stays open. */
export type Finding =
  | { readonly reading: string; readonly seen?: string | undefined }
  | { readonly untold: string };

/** A question that is answered with one of its readings. */
export function question<const Readings extends Readonly<Record<string, string>>>(definition: {
  readonly asks: string;
  readonly readings: Readings;
  readonly find: (
    app: CheckedApp,
  ) => Promise<
    | { readonly reading: keyof Readings & string; readonly seen?: string | undefined }
    | { readonly untold: string }
  >;
}): Question {
  return definition;
}

/** A question that no request of this check can decide. */
export function openQuestion(asks: string, untold: string): Question {
  return { asks, readings: {}, find: () => Promise.resolve({ untold }) };
}

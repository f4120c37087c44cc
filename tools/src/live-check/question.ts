import type { Client } from '@chatferry/client';
import type { OwnRecords } from './own-records.ts';

/** The app that is asked. */
export interface CheckedApp {
  readonly client: Client;
  readonly own: OwnRecords;
  /** Aborted when the check is to end. */
  readonly signal: AbortSignal;
  /** The body of an answer to a reading request, as the service sends it. */
  readonly get: (path: string, query?: object, onBehalfOf?: string) => Promise<Body>;
}

/** The body of an answer, before the client reads it. */
export interface Body {
  readonly data: readonly Fields[];
  readonly meta?: Fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Something that the documentation of the service leaves open, and that its answers decide. */
export interface Question {
  readonly asks: string;
  /** What each possible answer says, by its name. */
  readonly readings: Readonly<Record<string, string>>;
  /** @throws {ApiError} when the service refuses what is asked: the question then stays open */
  readonly find: (app: CheckedApp) => Promise<Finding>;
}

/** Which reading is right, with what was seen, or why it cannot be told. */
export type Finding =
  | { readonly reading: string; readonly seen?: string | undefined }
  | { readonly untold: string };

/** A question whose answer is one of its readings. */
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

import { readFileSync } from 'node:fs';
import type { OperationName } from '@chatferry/contract';

/** A request to the hosted service and its answer: the recorded fields in their order and with their types, and invented values. */
export interface RecordedExchange {
  readonly title: string;
  readonly request: {
    /** Absent for a request that no operation has. */
    readonly operation?: OperationName;
    readonly method?: string;
    /** The values of the path; the path itself without an operation. A value `kept` is that of an earlier answer. */
    readonly path?: Readonly<Record<string, string>> | string;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
    readonly onBehalfOf?: string;
  };
  readonly status: number;
  /** The limit in the rate headers; absent where an answer has none. */
  readonly limit?: number;
  readonly body: object;
  /** The field of the answer that later requests have in their path. */
  readonly keep?: string;
  /** What the app needs so that the service answers this. */
  readonly needs?: string;
}

const FILE = new URL('recorded-answers.json', import.meta.url);

/** In the order in which they were made, from an app without users on. */
export function recordedExchanges(): RecordedExchange[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as RecordedExchange[];
}

import type { Region, Scope } from '@chatferry/contract';
import type { FaultRule } from './faults/fault-rule.ts';
import type { Seed } from './seed.ts';

/** An API key that is to be valid from the start. */
export interface GivenKey {
  readonly apiKey: string;
  readonly scope: Scope;
  readonly name?: string;
}

/** Every option has a default; with none the service is empty, in memory, on a free port. */
export interface LocalServiceOptions {
  /** SQLite file that holds all data, created when missing; `:memory:` (the default) forgets on close. */
  readonly db?: string;
  /** On 127.0.0.1 only; 0 (the default) takes a free one. */
  readonly port?: number;
  /** Default: what the file says, else `local-app`. */
  readonly appId?: string;
  /** A caller who names another one is refused. Default: what the file says, else callers may name any. */
  readonly region?: Region;
  /** Keys beside those in the file. A key of each scope is generated when there is none of it. */
  readonly apiKeys?: readonly GivenKey[];
  /** What the management API asks for. Default: what the file says, else generated. */
  readonly management?: { readonly key: string; readonly secret: string };
  /** Requests to `/data_import/*` in any 60 seconds. Default 60. */
  readonly importRequestsPerMinute?: number | 'unlimited';
  /** `shared` (the default): one budget for the four import operations; `per-operation`: one for each. */
  readonly importQuota?: 'shared' | 'per-operation';
  /** One number for both other budgets, such as 500 of a free plan. Default: core 10,000, standard 20,000. */
  readonly requestsPerMinute?: number | 'unlimited';
  /** Messages one user may send through the chat API in any 60 seconds. Default 30. */
  readonly sendsPerMinute?: number | 'unlimited';
  /** Months for which messages are taken; older ones are refused. Default 6. */
  readonly retentionMonths?: number | 'none';
  /** Larger request bodies are answered with 413. Default 10 MiB; the hosted service does not say its own. */
  readonly maxRequestBytes?: number;
  /** Milliseconds until a client is disconnected that has not sent its request or takes no answer. Default 60,000. */
  readonly clientTimeoutMs?: number;
  /** Milliseconds since 1970, for every stamp, quota window and the retention. Default: the machine's clock. */
  readonly now?: () => number;
  /** How the fault `latency` waits; rejects when the signal is aborted. Default: the machine's timers. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How to misbehave. Default: not at all. */
  readonly faults?: readonly FaultRule[];
  /** Path of a JSON file with a starting state; existing records are left unchanged. */
  readonly seedFile?: string;
  /** The same, as a value. */
  readonly seed?: Seed;
}

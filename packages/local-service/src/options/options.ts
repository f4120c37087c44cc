import type { Region, Scope } from '@chatferry/contract';
import type { FaultRule } from '../faults/fault-rule.ts';
import type { WindowKind } from './request-window.ts';
import type { Seed } from './seed.ts';

/** An API key that is valid from the start. */
export interface GivenKey {
  readonly apiKey: string;
  readonly scope: Scope;
  readonly name?: string;
}

/** Every option has a default: without options the service is empty, in memory, on a free port. */
export interface LocalServiceOptions {
  /** SQLite file with all data, created if it does not exist; `:memory:` (the default) keeps nothing after closing. */
  readonly db?: string;
  /** On 127.0.0.1 only; 0 (the default) chooses a free port. */
  readonly port?: number;
  /** Default: the app id in the file, else `local-app`. */
  readonly appId?: string;
  /** A caller with another region is refused. Default: the region in the file, else any region is accepted. */
  readonly region?: Region;
  /** Keys in addition to the keys in the file. A key is generated for each scope without one. */
  readonly apiKeys?: readonly GivenKey[];
  /** Key and secret of the management API. Default: the values in the file, else generated values. */
  readonly management?: { readonly key: string; readonly secret: string };
  /** Requests to `/data_import/*` in a minute. Default 60. */
  readonly importRequestsPerMinute?: number | 'unlimited';
  /** `shared` (the default): one budget for the four import operations; `per-operation`: one for each. */
  readonly importQuota?: 'shared' | 'per-operation';
  /** One limit for each of the other two budgets, such as 500 of a free plan. Default: core 10,000, standard 20,000. */
  readonly requestsPerMinute?: number | 'unlimited';
  /** Messages one user may send through the chat API in a minute. Default 30. */
  readonly sendsPerMinute?: number | 'unlimited';
  /** All requests in a minute except requests of operations without a limit. Default 100,000. */
  readonly appRequestsPerMinute?: number;
  /**
   * `fixed` (the default): a minute begins with its first request, and each core operation has a budget. `sliding`: any 60 seconds, with
   * one budget for all core operations; a client within this budget is within the fixed one.
   */
  readonly quotaWindow?: WindowKind;
  /** The retention of messages in months; older messages are refused. Default 6. */
  readonly retentionMonths?: number | 'none';
  /** The page of a list by cursor when a request states neither a direction nor a position. Default `newest`. */
  readonly firstPage?: 'newest' | 'oldest';
  /** Larger request bodies are answered with 413. Default 10 MiB; the limit of the hosted service is not documented. */
  readonly maxRequestBytes?: number;
  /** Milliseconds after which a client that does not send its request or read its answer is disconnected. Default 60,000. */
  readonly clientTimeoutMs?: number;
  /** The clock for timestamps, quota windows and the retention, in milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number;
  /** The wait of the fault `latency`; rejects when the signal is aborted. Default: the machine's timers. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The fault rules. Default: none. */
  readonly faults?: readonly FaultRule[];
  /** Path of a JSON file with an initial state; existing records are left unchanged. */
  readonly seedFile?: string;
  /** The initial state as a value. */
  readonly seed?: Seed;
}

import type { Kind, Row } from '@chatferry/contract';

/** Rows with the service's field names, by kind; each kind is read once, in dependency order. */
export type RowsByKind = Partial<Record<Kind, Iterable<Row> | AsyncIterable<Row>>>;

/** Where to send to. A `baseUrl` may be plain http only for this machine. */
export interface Target {
  readonly appId: string;
  readonly region?: 'us' | 'eu' | 'in';
  /** Address of the chat API including `/v3`; follows from `appId` and `region` when absent. */
  readonly baseUrl?: string;
  readonly apiKey: string;
}

export interface PlanOptions {
  /** The job folder; made when it is not there. */
  readonly job: string;
  /** Months for which the service keeps messages; older ones are rejected. Default 6. */
  readonly retentionMonths?: number | 'none';
  readonly recordsPerRequest?: number;
  readonly maxRequestBytes?: number;
}

export interface ImportOptions extends PlanOptions {
  readonly target: Target;
  /** Default 60. */
  readonly requestsPerMinute?: number | 'unlimited';
  /** Rejected rows up to which the rest is sent all the same. Default: none. */
  readonly maxRejects?: number | { percent: number };
  readonly signal?: AbortSignal;
}

export interface PlanOutcome {
  /** Rows that never became records; each is a line of `rejects.jsonl` in the job folder. */
  readonly rejected: number;
}

export function planFiles(_paths: readonly string[], _options: PlanOptions): Promise<PlanOutcome> {
  return Promise.reject(new Error('Not built yet.'));
}

export function planRows(_rows: RowsByKind, _options: PlanOptions): Promise<PlanOutcome> {
  return Promise.reject(new Error('Not built yet.'));
}

export function runJob(_options: {
  job: string;
  target: Target;
}): AsyncGenerator<unknown, unknown> {
  throw new Error('Not built yet.');
}

export function importRows(_rows: RowsByKind, _options: ImportOptions): Promise<unknown> {
  return Promise.reject(new Error('Not built yet.'));
}

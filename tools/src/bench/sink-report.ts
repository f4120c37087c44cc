/** The requests that a sink received since the last report. The times are milliseconds of the sink's own clock. */
export interface SinkReport {
  requests: number;
  /** Requests over the quota. */
  refused: number;
  /** Arrival times of the first and the last request. */
  firstMs: number;
  lastMs: number;
  /** The time of this report. */
  nowMs: number;
  /** The number of requests by API key; each app has its own key. */
  byKey: Record<string, number>;
}

export type SinkMessage = { readonly port: number } | { readonly report: SinkReport };

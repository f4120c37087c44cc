/** The requests that a sink received since the last report. Times are of the sink's own clock, in milliseconds. */
export interface SinkReport {
  requests: number;
  /** Requests over the quota. */
  refused: number;
  /** When the first and the last request had arrived. */
  firstMs: number;
  lastMs: number;
  /** When this report was made. */
  nowMs: number;
  /** Requests of each app, which the sink knows by their keys. */
  byKey: Record<string, number>;
}

export type SinkMessage = { readonly port: number } | { readonly report: SinkReport };

/** A row as an object with the service's field names, from any source. */
export type Row = Record<string, unknown>;

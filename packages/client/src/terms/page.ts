/** The position of a page: the fields of `meta.next` of the page before, unchanged. They become parameters of the request. */
export type Cursor = Readonly<Record<string, string | number | boolean>>;

/** One page of a list as the answer schemas leave it. */
export interface Page {
  readonly data: readonly unknown[];
  /** What the page contained that is no item: the form of each entry. */
  readonly skipped?: readonly string[] | undefined;
  readonly meta?:
    | {
        readonly pagination?: { readonly total?: number; readonly total_pages?: number };
        readonly next?: Readonly<Record<string, unknown>>;
        readonly cursor?: Readonly<Record<string, unknown>>;
      }
    | undefined;
}

/** What the request for one page has in addition to the rest of the list's request. */
export interface PageRequest {
  readonly query: Readonly<Record<string, unknown>>;
  readonly cursor?: Cursor | undefined;
}

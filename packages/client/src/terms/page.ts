/** The position of a page: the fields of `meta.next` of the previous page, unchanged. They become parameters of the request. */
export type Cursor = Readonly<Record<string, string | number | boolean>>;

/** One page of a list, as the answer schemas return it. */
export interface Page {
  readonly data: readonly unknown[];
  /** The form of each entry of the page that is not an item. */
  readonly skipped?: readonly string[] | undefined;
  readonly meta?:
    | {
        readonly pagination?: { readonly total?: number; readonly total_pages?: number };
        readonly next?: Readonly<Record<string, unknown>>;
        readonly cursor?: Readonly<Record<string, unknown>>;
      }
    | undefined;
}

/** The parameters that differ between the pages of a list. */
export interface PageRequest {
  readonly query: Readonly<Record<string, unknown>>;
  readonly cursor?: Cursor | undefined;
}

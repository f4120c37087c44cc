import { byKind, type Kind, type RecordBlockBuilder } from '@chatferry/contract';

/** Reported references of a kind that are kept in memory. */
const REMEMBERED = 20_000;

/**
 * The changed ids of one row. A record's own id is always reported. An id that the record refers to is reported when it first occurs,
 * because most messages refer to the same few users and groups; among very many ids, some are reported again.
 */
export class Renames {
  #row: { readonly kind: Kind; readonly from: string; readonly to: string }[] = [];
  readonly #reported = byKind(() => new Set<string>());

  startRow(): void {
    if (this.#row.length > 0) this.#row = [];
  }

  /** An arrow function, so that it can be passed alone. */
  readonly add = (kind: Kind, from: string, to: string): void => {
    this.#row.push({ kind, from, to });
  };

  /** The original id of the current row, which is of kind `own`; undefined when the id was not changed. */
  ownId(own: Kind): string | undefined {
    const [first] = this.#row;
    return first?.kind === own ? first.from : undefined;
  }

  /** Reports the ids of the last added record, which is of kind `own`. */
  tell(builder: RecordBlockBuilder, own: Kind): void {
    for (const { kind, from, to } of this.#row) {
      const reported = this.#reported[kind];
      if (kind !== own && reported.has(from)) continue;
      if (kind !== own) {
        if (reported.size === REMEMBERED) reported.clear();
        reported.add(from);
      }
      builder.rename(kind, from, to);
    }
  }
}

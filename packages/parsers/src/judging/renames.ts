import type { Kind, RecordBlockBuilder } from '@chatferry/contract';

/**
 * The ids of one row that were changed. A record's own id is always reported; an id it refers to is reported once in a
 * block, because most messages refer to the same few users and groups.
 */
export class Renames {
  #row: { readonly kind: Kind; readonly from: string; readonly to: string }[] = [];
  readonly #reported = new Set<string>();

  startBlock(): void {
    this.#reported.clear();
  }

  startRow(): void {
    if (this.#row.length > 0) this.#row = [];
  }

  /** Bound to the object, to be passed as a function. */
  readonly add = (kind: Kind, from: string, to: string): void => {
    this.#row.push({ kind, from, to });
  };

  /** Reports the ids of the last added record, which is of kind `own`. */
  tell(builder: RecordBlockBuilder, own: Kind): void {
    for (const { kind, from, to } of this.#row) {
      const name = `${kind}/${from}`;
      if (kind !== own && this.#reported.has(name)) continue;
      this.#reported.add(name);
      builder.rename(kind, from, to);
    }
  }
}

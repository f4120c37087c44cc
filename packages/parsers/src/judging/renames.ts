import { byKind, type Kind, type RecordBlockBuilder } from '@chatferry/contract';

/**
 * The ids of one row that were changed. A record's own id is always reported; an id it refers to is reported once in a
 * block, because most messages refer to the same few users and groups.
 */
export class Renames {
  #row: { readonly kind: Kind; readonly from: string; readonly to: string }[] = [];
  readonly #reported = byKind(() => new Set<string>());

  startBlock(): void {
    for (const reported of Object.values(this.#reported)) reported.clear();
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
      const reported = this.#reported[kind];
      if (kind !== own && reported.has(from)) continue;
      reported.add(from);
      builder.rename(kind, from, to);
    }
  }
}

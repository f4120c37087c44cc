import type { Kind, MappedKind, RecordBlockBuilder } from '@chatferry/contract';

/**
 * The ids of one row that had to change. A record's own id is always told of; an id it refers to only once in a
 * block, for the same few users and groups stand in most messages.
 */
export class Renames {
  #row: { readonly kind: MappedKind; readonly from: string; readonly to: string }[] = [];
  readonly #told = new Set<string>();

  startBlock(): void {
    this.#told.clear();
  }

  startRow(): void {
    if (this.#row.length > 0) this.#row = [];
  }

  /** To be handed over without its object. */
  readonly add = (kind: MappedKind, from: string, to: string): void => {
    this.#row.push({ kind, from, to });
  };

  /** Tells of the ids of the record added last, which is of kind `own`. */
  tell(builder: RecordBlockBuilder, own: Kind): void {
    for (const { kind, from, to } of this.#row) {
      const name = `${kind}/${from}`;
      if (kind !== own && this.#told.has(name)) continue;
      this.#told.add(name);
      builder.rename(kind, from, to);
    }
  }
}

import {
  type Kind,
  type Origin,
  originOf,
  type Problem,
  problem,
  problems,
  type RecordBlock,
} from '@chatferry/contract';
import type { DroppedField } from '../plan/dropped-field.ts';
import type { Warnings } from './warnings.ts';

/** Counts optional fields that were dropped from planned records, and passes them on. */
export class DroppedFields {
  readonly #warnings: Warnings;
  readonly #onDropped: (dropped: DroppedField) => void;
  #count = 0;

  constructor(warnings: Warnings, onDropped: (dropped: DroppedField) => void) {
    this.#warnings = warnings;
    this.#onDropped = onDropped;
  }

  get count(): number {
    return this.#count;
  }

  /** @param rejected indexes of the records of the block that are not planned */
  addAll(block: RecordBlock, rejected: ReadonlySet<number>): void {
    const { kind } = block;
    for (const { index, id, field, problem: reason } of block.dropped)
      if (!rejected.has(index))
        this.add({ kind, id, origin: originOf(block, index) }, field, reason);
  }

  /** @param field the dropped optional field @param reason the problem with its value */
  add(
    { kind, id, origin }: { readonly kind: Kind; readonly id: string; readonly origin: Origin },
    field: string,
    { field: at, value, code }: Problem,
  ): void {
    const isInside = at !== undefined && at !== field;
    this.#count++;
    const detail = `${isInside ? at : 'it'} ${problems[code].means}`;
    this.#warnings.add(kind, origin, id, problem('field-dropped', { field, value, detail }));
    const shown = value === undefined ? {} : { value };
    const place = isInside ? { field, at } : { field };
    this.#onDropped({ kind, id, ...origin, ...place, ...shown, code });
  }
}

import type { Kind, Row } from '@chatferry/contract';
import type { RowNotes } from '../terms/row-notes.ts';
import { targetOf } from '../mapping/targets.ts';
import { pushTime } from '../times/push-time.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import type { ReadValue, SourceRow } from '../mapping/source-row.ts';

/** Fills in the times of push ids, for rows that have no time. */
export class PushTimes {
  readonly #times: readonly {
    readonly field: string;
    readonly id: ReadValue;
    readonly isOrder: boolean;
  }[];

  constructor(kind: Kind, mapping: KindMapping, readerFor: (name: string) => ReadValue) {
    this.#times = Object.entries(mapping.convert ?? {}).flatMap(([field, { pushTime: id }]) => {
      const isOrder = targetOf(kind, field, mapping)?.isOrder === true;
      return id === undefined ? [] : [{ field, id: readerFor(id), isOrder }];
    });
  }

  /** @param into the record, which is changed in place */
  fillIn(into: Row, row: SourceRow, notes: RowNotes): void {
    for (const { field, id, isOrder } of this.#times) {
      const value = into[field] === undefined ? id(row, notes) : undefined;
      const seconds = typeof value === 'string' ? pushTime(value) : undefined;
      if (seconds === undefined) continue;
      const second = Math.floor(seconds);
      if (isOrder) notes.fraction = seconds - second;
      into[field] = second;
    }
  }
}

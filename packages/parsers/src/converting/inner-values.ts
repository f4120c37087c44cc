import type { Row } from '@chatferry/contract';
import { getPath } from '../terms/paths.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import { isEmpty } from '../mapping/condition.ts';
import { converted, type ConvertValue } from './convert-value.ts';

/** A rule for a field without a column of its own, which may be inside of an object that is carried over as a whole. */
interface InnerRule {
  readonly path: readonly string[];
  readonly convert: ConvertValue;
}

/** Converts values inside of the objects that a row carries over. */
export class InnerValues {
  readonly #rules: readonly InnerRule[];

  /** @param rules by field @param filled fields that have a column or a source of their own */
  constructor(rules: ReadonlyMap<string, ConvertValue | undefined>, filled: ReadonlySet<string>) {
    this.#rules = [...rules].flatMap(([field, convert]) => {
      const path = field.split('.');
      return convert === undefined || filled.has(field) || path.length === 1
        ? []
        : [{ path, convert }];
    });
  }

  /** @param row is changed in place */
  convert(row: Row, notes: RowNotes): void {
    for (const { path, convert } of this.#rules) {
      const holder = getPath(row, path.slice(0, -1));
      const key = path.at(-1)!;
      if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) continue;
      const value = (holder as Row)[key];
      if (!isEmpty(value)) (holder as Row)[key] = converted(convert, value, path.join('.'), notes);
    }
  }
}

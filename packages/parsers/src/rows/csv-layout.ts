import type { Kind, Row } from '@chatferry/contract';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { Constants } from './constants.ts';
import { fromCell } from './convert.ts';
import { setPath } from '../terms/paths.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import { type FieldTarget, targetsOf } from '../mapping/targets.ts';

/** Turns the cells of a CSV file into rows with the service's field names. */
export class CsvLayout {
  readonly #columns: readonly { readonly index: number; readonly target: FieldTarget }[];
  readonly #constants: Constants;
  readonly #tagSeparator: string;
  /** Whether the text of messages has its own column. */
  readonly #hasText: boolean;

  /** @param header checked by `checkHeader` */
  constructor(kind: Kind, header: readonly string[], mapping: KindMapping) {
    this.#columns = header
      .flatMap((name, index) =>
        (targetsOf(kind, name, mapping) ?? []).map((target) => ({ index, target })),
      )
      .toSorted((one, other) => one.target.path.length - other.target.path.length); // `data` before `data.text`
    this.#constants = new Constants(kind, mapping.constants ?? {});
    this.#tagSeparator = mapping.tagSeparator ?? '|';
    this.#hasText = this.#columns.some(({ target }) => target.field === 'data.text');
  }

  /** The index of the column that fills a field. */
  indexOf(field: string): number | undefined {
    return this.#columns.find(({ target }) => target.field === field)?.index;
  }

  /** @param cells as many as the header has; an empty cell is an absent field */
  read(cells: readonly string[], notes: RowNotes): Row {
    const row: Row = {};
    for (const { index, target } of this.#columns) {
      const text = cells[index]!;
      if (text === '') continue;
      const value =
        target.type === 'text' ? text : fromCell(text, target, this.#tagSeparator, notes);
      if (value === undefined) continue;
      if (target.path.length === 1) row[target.field] = value;
      else setPath(row, target.path, value);
    }
    this.#constants.fillIn(row);
    if (this.#hasText && row['data'] === undefined && (row['type'] ?? 'text') === 'text')
      row['data'] = { text: '' }; // an empty cell means a blank text, not missing data
    return row;
  }
}

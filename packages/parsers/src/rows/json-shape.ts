import { type Kind, type Row, timeFields } from '@chatferry/contract';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { Constants } from './constants.ts';
import { fromTime } from './convert.ts';
import { setPath } from './paths.ts';
import type { RowNotes } from './row-notes.ts';
import { fieldsOfColumn, OWN_COLUMN_PREFIX, pathOf, type Target, timeReaderOf } from './targets.ts';

/** Gives objects from JSON the service's field names and units. */
export class JsonShape {
  readonly #kind: Kind;
  readonly #mapping: KindMapping;
  readonly #constants: Constants;
  readonly #times: readonly { readonly target: Target; readonly inSeconds: boolean }[];

  constructor(kind: Kind, mapping: KindMapping) {
    this.#kind = kind;
    this.#mapping = mapping;
    this.#constants = new Constants(kind, mapping.constants ?? {});
    this.#times = timeFields[kind].map((field) => {
      const form = mapping.times?.[field] ?? 'seconds';
      const time = timeReaderOf(field, mapping);
      return {
        target: { field, path: [field], type: 'time', time },
        inSeconds: form === 'seconds',
      };
    });
  }

  /** @param value may be changed, and may be what is returned */
  read(value: Row, notes: RowNotes): Row {
    const row = this.#needsRenaming(value) ? this.#renamed(value) : value;
    notes.changed ||= row !== value;
    for (const { target, inSeconds } of this.#times) {
      const time = row[target.field];
      if (time === undefined || (inSeconds && Number.isInteger(time))) continue;
      if (typeof time !== 'number' && typeof time !== 'string') continue; // the judge's to tell
      row[target.field] = fromTime(time, target, notes);
      notes.changed = true;
    }
    if (this.#constants.fillIn(row)) notes.changed = true;
    return row;
  }

  #needsRenaming(value: Row): boolean {
    const { columns, ignore } = this.#mapping;
    if (columns !== undefined || ignore !== undefined) return true;
    for (const name in value)
      if (value[name] === null || name === 'text' || name.startsWith(OWN_COLUMN_PREFIX))
        return true;
    return false;
  }

  /** Fields that are null are absent, as empty cells are. */
  #renamed(value: Row): Row {
    const row = Object.create(null) as Row; // a key `__proto__` is a key like any other
    const inside: { path: readonly string[]; inner: unknown }[] = [];
    for (const [name, inner] of Object.entries(value)) {
      if (inner === null || name.startsWith(OWN_COLUMN_PREFIX)) continue;
      if (this.#mapping.ignore?.includes(name) === true) continue;
      for (const field of fieldsOfColumn(name, this.#mapping)) {
        const path = pathOf(this.#kind, field);
        if (path.length === 1) row[field] = inner;
        else inside.push({ path, inner });
      }
    }
    for (const { path, inner } of inside) setPath(row, path, inner); // `text` goes into `data`
    return row;
  }
}

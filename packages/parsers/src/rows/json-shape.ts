import { isRawJson, type Kind, kinds, type Row } from '@chatferry/contract';
import { isEmpty } from '../mapping/condition.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { Constants } from './constants.ts';
import { fromTime, tagsIn } from './convert.ts';
import { EmptyRow } from '../terms/empty-row.ts';
import { assign } from './assign.ts';
import { getPath } from '../terms/paths.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import {
  fieldsOfColumn,
  holdsText,
  isIgnored,
  OWN_COLUMN_PREFIX,
  pathOf,
  type FieldTarget,
  timeTarget,
} from '../mapping/targets.ts';

/** Maximum number of remembered names. Objects keyed by ids have as many names as ids; a mapping has far fewer. */
const MOST_NAMES = 10_000;

/** Gives objects from JSON the service's field names and units. */
export class JsonShape {
  readonly #kind: Kind;
  readonly #mapping: KindMapping;
  readonly #constants: Constants;
  readonly #times: readonly { readonly target: FieldTarget; readonly inSeconds: boolean }[];

  /** Names of fields seen so far. */
  readonly #names = new Set<string>();
  #freshNames: string[] = [];

  constructor(kind: Kind, mapping: KindMapping) {
    this.#kind = kind;
    this.#mapping = mapping;
    this.#constants = new Constants(kind, mapping.constants ?? {});
    this.#times = kinds[kind].times.map((field) => {
      const form = mapping.times?.[field] ?? 'seconds';
      return {
        target: { field, path: [field], type: 'time', ...timeTarget(kind, field, mapping) },
        inSeconds: form === 'seconds',
      };
    });
  }

  /** Names of fields that rows had and that were not returned before. Collected only when the mapping renames fields. */
  takeNames(): readonly string[] {
    const fresh = this.#freshNames;
    this.#freshNames = [];
    return fresh;
  }

  /** @param value may be changed, and may be the returned object */
  read(value: Row, notes: RowNotes): Row {
    const row = this.#needsRenaming(value) ? this.#renamed(value, notes) : value;
    notes.changed ||= row !== value;
    for (const { target, inSeconds } of this.#times) {
      const time = row[target.field];
      if (time === undefined || (inSeconds && Number.isInteger(time))) continue;
      if (typeof time !== 'number' && typeof time !== 'string') continue; // the judge reports it
      row[target.field] = fromTime(time, target, notes);
      notes.changed = true;
    }
    if (this.#constants.fillIn(row)) notes.changed = true;
    return row;
  }

  /** The value that fills a field of the row. @param value the row as in its file */
  valueOf(field: string, value: Row): unknown {
    for (const [name, inner] of Object.entries(value))
      for (const target of fieldsOfColumn(name, this.#mapping)) {
        const path = pathOf(this.#kind, target).join('.');
        if (path === field) return inner;
        if (field.startsWith(`${path}.`))
          return getPath(inner as Row, field.slice(path.length + 1).split('.'));
      }
    return undefined;
  }

  #addName(name: string): void {
    if (this.#names.size >= MOST_NAMES) return;
    this.#names.add(name);
    this.#freshNames.push(name);
  }

  #needsRenaming(value: Row): boolean {
    const { columns, ignore } = this.#mapping;
    if (columns !== undefined || ignore !== undefined) return true;
    for (const name in value)
      if (isEmpty(value[name]) || name === 'text' || name.startsWith(OWN_COLUMN_PREFIX))
        return true;
    return false;
  }

  /** Leaves out fields that are null, an empty text or an empty list, like empty cells. Only a message's text may be empty. */
  #renamed(value: Row, notes: RowNotes): Row {
    const row = new EmptyRow();
    const filled: string[] = [];
    const inside: { path: readonly string[]; inner: unknown }[] = [];
    for (const [name, inner] of Object.entries(value)) {
      if (!this.#names.has(name)) this.#addName(name);
      if (isIgnored(name, this.#mapping)) continue;
      for (const field of fieldsOfColumn(name, this.#mapping)) {
        const path = pathOf(this.#kind, field);
        if (isEmpty(inner) && (inner !== '' || path[0] !== 'data')) continue;
        const typed = isNamed(name, this.#mapping) ? this.#inType(path, inner) : inner;
        if (path.length === 1) assign(row, path, typed, notes, filled);
        else inside.push({ path, inner: typed });
      }
    }
    for (const { path, inner } of inside) assign(row, path, inner, notes, filled); // `text` goes into `data`
    return row;
  }

  #inType(path: readonly string[], value: unknown): unknown {
    const isNumber = typeof value === 'number' || isRawJson(value);
    if (isNumber) return holdsText(this.#kind, path) ? JSON.stringify(value) : value;
    const isTags = typeof value === 'string' && path.length === 1 && path[0] === 'tags';
    return isTags ? tagsIn(value, this.#mapping.tagSeparator) : value;
  }
}

function isNamed(column: string, { columns }: KindMapping): boolean {
  return columns !== undefined && Object.hasOwn(columns, column);
}

import type { Kind, Row } from '@chatferry/contract';
import { Constants, constantsOf } from '../rows/constants.ts';
import { EmptyRow } from '../terms/empty-row.ts';
import { assign } from '../rows/assign.ts';
import { RowNotes } from '../terms/row-notes.ts';
import {
  OWN_COLUMN_PREFIX,
  pathOf,
  type FieldTarget,
  targetOf,
  targetsOf,
  unknownTarget,
} from '../mapping/targets.ts';
import { type AttachmentList, attachmentLists, type NamedPart } from './attachment-list.ts';
import { fillInAttachments } from './attachments.ts';
import { keyOfEach } from '../mapping/attachment-field.ts';
import { isEmpty } from '../mapping/condition.ts';
import { elsewhereOf, type Lookups } from './looked-up.ts';
import { compileConvert, compileSource, converted, type ConvertValue } from './convert-value.ts';
import { InnerValues } from './inner-values.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { consumedColumns, isMade, madeFields, readColumns } from '../mapping/read-columns.ts';
import { PushTimes } from './push-times.ts';
import { RowFilter } from './row-filter.ts';
import { MOST_NAMES, SeenNames } from './seen-names.ts';
import { seenValue } from '../mapping/seen-values.ts';
import { type ReadValue, readerOf, type SourceRow } from '../mapping/source-row.ts';
import { readFor } from './read-for.ts';
import { typedValue, type ValueForms, valueForms } from './typed-value.ts';

/** A value that is read, and the field that it fills. `name` is the name of the column, or the path. */
interface Assignment {
  readonly name: string;
  readonly read: ReadValue;
  readonly target: FieldTarget;
  readonly convert: ConvertValue | undefined;
  /** Whether the mapping names the column or the field. Only in this case does a number in JSON become a text. */
  readonly isNamed: boolean;
  /** For values of attachments that are read from another file: see `attachmentLists`. */
  readonly elsewhere?: NamedPart['elsewhere'];
}

/**
 * The mapping of rows that does more than to rename columns:
 *
 * row of the file → filter → values of columns, paths and rules → conversion → row of the service's fields
 *
 * Everything is compiled once for a file. A `transform` runs after the filter; from then on rows are objects.
 */
export class RowMapping {
  readonly #kind: Kind;
  readonly #mapping: KindMapping;
  readonly #forms: ValueForms;
  readonly #isCsv: boolean;
  /** Whether rows are objects, whose keys are carried over, rather than lists of cells. */
  readonly #isKeyed: boolean;
  readonly #filter: RowFilter;
  /** Shorter paths first: `data` before `data.text`. */
  readonly #assignments: readonly Assignment[];
  readonly #lists: readonly AttachmentList[];
  /** Whether columns hold attachments, or their parts. */
  readonly #hasAttachments: boolean;
  /** Whether texts of messages have a column or a rule of their own. */
  readonly #hasText: boolean;
  readonly #innerValues: InnerValues;
  readonly #pushTimes: PushTimes;
  readonly #constants: Constants;
  readonly #rules: ReadonlyMap<string, ConvertValue | undefined>;
  /** Keys of JSON rows that are not carried over under their own names. */
  readonly #handled: ReadonlySet<string>;
  readonly #carried = new Map<string, readonly Assignment[]>();
  readonly #made: ReadonlySet<string>;
  readonly #names = new SeenNames();
  readonly #freshValues: string[] = [];
  /** The filled fields of the current row, see `assign`. */
  readonly #filled: string[] = [];

  /** @param header of CSV, checked by `checkHeader`; undefined for JSON @param convertsValues see `ReadingJob` */
  constructor(
    kind: Kind,
    mapping: KindMapping,
    header: readonly string[] | undefined,
    convertsValues = false,
    file = '',
    lookups: Lookups = {},
  ) {
    const { columns = {}, only = {}, convert = {}, ignore = [] } = mapping;
    this.#kind = kind;
    this.#mapping = mapping;
    const columnsRead = mapping.transform === undefined ? header : undefined;
    [this.#isCsv, this.#isKeyed] = [header !== undefined, columnsRead === undefined];
    this.#made = madeFields(kind, mapping);
    this.#forms = valueForms(kind, mapping, this.#isCsv, convertsValues);
    this.#rules = this.#compiledRules(convert);
    const readerFor = (name: string): ReadValue =>
      this.#names.noting(name, readerOf(name, columnsRead, convertsValues, file));
    this.#pushTimes = new PushTimes(kind, mapping, readerFor);
    this.#filter = new RowFilter('only', only, (name) =>
      this.#names.noting(name, readerOf(name, header, convertsValues, file), true),
    );
    const named =
      columnsRead === undefined
        ? Object.keys(columns).map((name) => ({ name, targets: targetsOf(kind, name, mapping) }))
        : readColumns(kind, columnsRead, mapping).filter(({ name }) => !this.#made.has(name));
    const all = [
      ...named.flatMap(({ name, targets = [] }) =>
        this.#assignmentsOf(name, readerFor(name), targets),
      ),
      ...Object.entries(convert).flatMap(([field, rule]) => {
        const read = compileSource(rule, field, readerFor, lookups);
        if (read === undefined) return [];
        const elsewhere = elsewhereOf(field, rule, read, (seen) => this.#freshValues.push(seen));
        return this.#assignmentsOf(field, read, [targetOf(kind, field, mapping)]).map((each) => ({
          ...each,
          elsewhere,
        }));
      }),
    ];
    this.#lists = attachmentLists(all, readerFor, (name, read) => this.#names.noting(name, read));
    this.#assignments = all
      .filter(({ target }) => keyOfEach(target.field) === undefined)
      .toSorted((one, other) => one.target.path.length - other.target.path.length);
    const filled = new Set(this.#assignments.map(({ target }) => target.field));
    this.#innerValues = new InnerValues(this.#rules, filled);
    this.#hasAttachments = all.some(({ target }) => target.field.startsWith('data.attachments'));
    this.#hasText = filled.has('data.text');
    this.#handled = new Set([
      ...Object.keys(columns),
      ...ignore,
      ...consumedColumns(kind, mapping),
    ]);
    this.#constants = new Constants(kind, constantsOf(mapping));
  }

  /** Why a row is left out; undefined when it is read. */
  reasonToFilter(row: SourceRow, notes: RowNotes): string | undefined {
    return this.#filter.reasonFor(row, notes);
  }

  /** The row with the service's fields. @param row is not changed */
  read(row: SourceRow, notes: RowNotes): Row {
    const read = new EmptyRow();
    this.#filled.length = 0;
    notes.changed = true;
    if (this.#isKeyed)
      for (const name of Object.keys(row))
        for (const each of this.#carriedFrom(name)) this.#assign(read, each, row, notes);
    for (const each of this.#assignments) this.#assign(read, each, row, notes);
    for (const each of this.#lists) each.assign(read, row, notes);
    this.#innerValues.convert(read, notes);
    this.#pushTimes.fillIn(read, row, notes);
    this.#constants.fillIn(read);
    if (this.#hasAttachments) fillInAttachments(read);
    if (this.#isCsv) this.#fillInText(read);
    return read;
  }

  /** The source value of a field, as in the file. */
  valueOf(field: string, row: SourceRow): unknown {
    const notes = new RowNotes();
    const names = this.#isKeyed ? Object.keys(row) : [];
    const carried = names.flatMap((name) => this.#carriedFrom(name));
    return [...this.#assignments, ...carried]
      .find(({ target }) => target.field === field)
      ?.read(row, notes);
  }

  /** Notes the names of a row that `transform` reads. */
  noteNames(names: readonly string[]): void {
    for (const name of names) this.#names.add(name);
  }

  /** Names of rows that were not returned before. */
  takeNames(): readonly string[] {
    return this.#names.take();
  }

  /** Values of rows that the mapping names and that were not returned before, see `unusedValues`. */
  takeValues(): readonly string[] {
    return [...this.#freshValues.splice(0), ...this.#filter.takeValues()];
  }

  #compiledRules(
    convert: NonNullable<KindMapping['convert']>,
  ): ReadonlyMap<string, ConvertValue | undefined> {
    return new Map(
      Object.entries(convert).map(([field, rule]) => [
        pathOf(this.#kind, field).join('.'),
        compileConvert(
          rule,
          (value) => void this.#freshValues.push(seenValue('convert', field, value)),
        ),
      ]),
    );
  }

  #assignmentsOf(
    name: string,
    read: ReadValue,
    targets: readonly (FieldTarget | undefined)[],
    isNamed = true,
  ): Assignment[] {
    return targets
      .filter((target) => target !== undefined)
      .map((target) => {
        const convert = this.#rules.get(target.field);
        const own = readFor(this.#kind, target.field, read);
        return { name, read: own, target, convert, isNamed: isNamed || convert !== undefined };
      });
  }

  /** The assignments of a key of JSON that the mapping does not name. */
  #carriedFrom(name: string): readonly Assignment[] {
    const known = this.#carried.get(name);
    if (known !== undefined) return known;
    this.#names.add(name);
    const isLeft =
      name.startsWith(OWN_COLUMN_PREFIX) ||
      this.#handled.has(name) ||
      isMade(this.#kind, name, this.#made);
    const target = targetOf(this.#kind, name, this.#mapping) ?? unknownTarget(this.#kind, name);
    const read: ReadValue = (row) => (row as Row)[name];
    const assignments = isLeft ? [] : this.#assignmentsOf(name, read, [target], false);
    if (this.#carried.size < MOST_NAMES) this.#carried.set(name, assignments);
    return assignments;
  }

  #assign(into: Row, assignment: Assignment, row: SourceRow, notes: RowNotes): void {
    const { read, target, convert } = assignment;
    const found = read(row, notes);
    if (found === undefined || found === null) return;
    const value = convert === undefined ? found : converted(convert, found, target.field, notes);
    // Only the text of a message can be empty.
    if (isEmpty(value) && (value !== '' || this.#isCsv || target.field !== 'data.text')) return;
    const typed = typedValue(value, target, assignment.isNamed, this.#forms, notes);
    if (typed !== undefined) assign(into, target.path, typed, notes, this.#filled);
  }

  /** An empty cell of the text's own column is a blank text, not a message without data. */
  #fillInText(row: Row): void {
    if (this.#hasText && row['data'] === undefined && (row['type'] ?? 'text') === 'text')
      row['data'] = { text: '' };
  }
}

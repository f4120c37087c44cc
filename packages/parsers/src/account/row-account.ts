import type { Kind, Row, RowAccount as Account } from '@chatferry/contract';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { InnerRows } from '../mapping/inner-rows.ts';
import { sourceNames } from '../mapping/read-columns.ts';
import { isPattern, rowsPath } from '../mapping/rows-path.ts';
import { OWN_VALUE } from '../mapping/source-row.ts';
import { markOf, mayHoldMarks } from './column-marks.ts';
import { MarkedRows } from './marked-rows.ts';
import { type KindReading, MessageShape } from './message-shape.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import { PlaceCounts } from './place-counts.ts';
import { ignoredInside, othersInside, partlyRead } from './read-tree.ts';
import { UnreadDocuments } from './unread-documents.ts';
import { SenderNames } from './sender-names.ts';
import { UnreadFields, type UnreadRecord } from './unread-fields.ts';

/** The input of the account of one reading's rows. */
export interface AccountedReading {
  readonly kind: Kind;
  /** The mapping as declared: without the columns of the same rows that other kinds use. */
  readonly mapping: KindMapping;
  /** Other kinds that are made from the same rows. */
  readonly sharing: readonly KindReading[];
  /** All kinds that are read from the file. */
  readonly inFile: readonly KindReading[];
}

const none: readonly UnreadRecord[] = [];

/** Finds the content of rows that nothing reads. Costs nothing where all columns are read or ignored as a whole. */
export class RowAccount {
  readonly #fields: UnreadFields | undefined;
  /** Present where rows are documents of a tree. */
  readonly #documents: UnreadDocuments | undefined;
  readonly #counts = new PlaceCounts();
  readonly #marked: MarkedRows;
  /** Ignored columns that may mark a row as deleted or private. */
  readonly #watched: readonly string[];
  readonly #header: ReadonlyMap<string, number> | undefined;
  readonly #rowsAt: string | undefined;
  /** Rows inside of rows that another kind reads and this kind does not. */
  readonly #inner: InnerRows;
  readonly #senders: SenderNames | undefined;
  #rows = 0;

  /** @param header the header of CSV @param readsTexts whether paths of JSON lead into texts that contain JSON */
  constructor(
    { kind, mapping, sharing, inFile }: AccountedReading,
    header: readonly string[] | undefined,
    readsTexts: boolean,
  ) {
    this.#marked = new MarkedRows(kind);
    this.#header = header && new Map(header.map((name, index) => [name, index]));
    const readings = [{ kind, mapping }, ...sharing];
    const { rows } = mapping;
    this.#rowsAt = rows === undefined ? undefined : rowsPath(rows).text;
    const ignored = ignoredInside(rows, inFile);
    const columns = partlyRead(readings, [...ignored, ...othersInside(rows, inFile)]);
    const shape = new MessageShape(inFile);
    if (columns.size > 0)
      this.#fields = new UnreadFields(
        columns,
        shape,
        this.#counts,
        this.#marked,
        readsTexts,
        this.#rowsAt ?? '',
      );
    if (isPattern(rows))
      this.#documents = new UnreadDocuments(
        this.#rowsAt!,
        ignored,
        this.#counts,
        readings.some((each) => sourceNames(each.mapping).includes(OWN_VALUE)),
      );
    this.#senders = SenderNames.of(kind, mapping);
    const own = [mapping.nested ?? []].flat();
    const others = sharing.flatMap((each) => each.mapping.nested ?? []);
    this.#inner = new InnerRows([...new Set(others)].filter((path) => !own.includes(path)));
    const read = new Set(readings.flatMap((each) => sourceNames(each.mapping)));
    const mayBeMarked = (name: string): boolean =>
      header === undefined ? mayHoldMarks(kind, name) : markOf(kind, name) !== undefined;
    this.#watched = (mapping.ignore ?? []).filter((name) => !read.has(name) && mayBeMarked(name));
  }

  /** @param row as in its file @param notes receives warnings @returns the records inside of the row that nothing reads */
  note(row: Row | readonly string[], notes: RowNotes): readonly UnreadRecord[] {
    this.#rows++;
    const documents = this.#documents?.note(row as Row) ?? none;
    if (this.#isIdle) return documents;
    const header = this.#header;
    const valueOf = (name: string): unknown =>
      header === undefined
        ? Object.hasOwn(row, name)
          ? (row as Row)[name]
          : undefined
        : (row as readonly string[])[header.get(name) ?? -1];
    this.#senders?.note(valueOf, notes);
    for (const name of this.#watched) this.#marked.note('', name, valueOf(name));
    const own = this.#fields?.note(valueOf) ?? none;
    const found = documents.length === 0 ? own : [...own, ...documents];
    const inside = header === undefined ? this.#inner.of(row as Row) : [];
    return inside.length === 0
      ? found
      : [...found, ...inside.flatMap((each) => this.note(each, notes))];
  }

  /** Whether no part of a row has to be checked. */
  get #isIdle(): boolean {
    return this.#fields === undefined && this.#watched.length === 0 && this.#senders === undefined;
  }

  /** The account since the last call. */
  take(): Account {
    const rows = this.#rows;
    this.#rows = 0;
    const at = this.#rowsAt === undefined ? {} : { rowsAt: this.#rowsAt };
    return { rows, ...at, unread: this.#counts.take(), marked: this.#marked.take() };
  }
}

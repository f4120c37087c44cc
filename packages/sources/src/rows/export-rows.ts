import {
  byKind,
  type InputKind,
  inputKinds,
  type Kind,
  type ProblemCode,
  type RecordBlock,
  RecordBlockBuilder,
  type Row,
  printable,
} from '@chatferry/contract';
import { judgeRows, type PackedRows, type ReadRules } from '@chatferry/parsers';
import { brokenRecordRow, codeOf } from './broken-record.ts';
import type { EarlierIds } from './earlier-ids.ts';
import { PageBuilder } from './page-builder.ts';
import type { ReadingWatch } from './reading-watch.ts';
import type { Archive } from '../archive/archive.ts';
import { FileAddresses, withAddresses } from '../reading/file-addresses.ts';
import type { Place } from '../reading/place.ts';
import { RowSpool } from './row-spool.ts';
import { withShortTexts } from './short-texts.ts';
import { type FindOriginals, inSourceWords, type SourceWords } from './source-words.ts';
import { Tally } from './tally.ts';

/** The result of reading an export of a named system, apart from its rows. */
export interface ExportAccount {
  /** Records of the export by type, such as `reactions`. */
  readonly records: readonly { readonly type: string; readonly count: number }[];
  /** Records of the export that no row contains, by type and reason. Each is a line of `not-carried.jsonl`. */
  readonly notCarried: readonly {
    readonly type: string;
    readonly reason: string;
    readonly count: number;
  }[];
  /** Facts about carried records, such as how many attachments need a login, by subject. */
  readonly notes: readonly {
    readonly subject: string;
    readonly fact: string;
    readonly count: number;
  }[];
}

/** The making of a kind's rows while they are judged. */
interface Later {
  readonly making: Iterator<void>;
  readonly shown: (record: string) => string;
}

const ROWS_PER_REPORT = 2000;

/**
 * Takes the results of a preset: rows with the service's field names, and records that cannot become rows. A preset passes every record of
 * the export to exactly one of `row`, `filter` and `leaveOut`, and counts it with `count`.
 */
export class ExportRows implements Disposable {
  /** The addresses under which rows point to files. */
  readonly files: FileAddresses;
  readonly #spools: Readonly<Record<Kind, RowSpool>>;
  readonly #path: string;
  readonly #watch: ReadingWatch;
  readonly #words: SourceWords;
  #rows = 0;
  readonly #records = new Tally();
  readonly #notCarried = new Tally();
  readonly #notes = new Tally();
  readonly #filtered = new Tally();
  /** By kind: what makes its rows while they are judged. */
  readonly #later = new Map<InputKind, Later>();
  /** The pages of the kind whose rows are made now. */
  #making: { readonly kind: InputKind; readonly pages: PageBuilder } | undefined;
  readonly #resources = new DisposableStack();
  #findOriginals: FindOriginals | undefined;

  /** @param path of the files for the rows, without their endings; they are removed at the end */
  constructor(path: string, watch: ReadingWatch, words: SourceWords, archive: Archive) {
    this.files = new FileAddresses(archive, watch.media);
    this.#path = path;
    this.#watch = watch;
    this.#words = words;
    this.#spools = byKind((kind) => new RowSpool(`${path}-${kind}`));
  }

  get earlierIds(): EarlierIds | undefined {
    return this.#watch.earlierIds;
  }

  /** The path of a file that a preset needs while it reads. The preset removes the file. */
  workFile(name: string): string {
    return `${this.#path}-${name}.tmp`;
  }

  /** Counts records of the export. */
  count(type: string, count = 1): void {
    this.#records.add(type, '', count);
  }

  /** @param original the record from which the row is made, in UTF-8; for rows that are made later */
  row(kind: InputKind, { file, line }: Place, row: Row, original?: Uint8Array): void {
    const fitting = withShortTexts(withAddresses(row, this.files), (fact) => this.note(kind, fact));
    const json = JSON.stringify(fitting);
    if (this.#making?.kind === kind) return this.#making.pages.add(file, line, json, original);
    this.#spools[kind].add(file, line, json);
    if (++this.#rows % ROWS_PER_REPORT === 0) this.#watch.onRows?.(this.#rows);
  }

  /**
   * Makes the rows of a kind while they are judged: they then need no space on disk, and threads judge them
   * meanwhile. After that, no rows of earlier kinds may be added.
   * @param making calls `row` before each `yield` @param resource is disposed after that
   * @param shown makes the text of a rejected row from its record, for example without secrets
   */
  makeLater(
    kind: InputKind,
    making: Iterator<void>,
    resource: Disposable,
    shown: (record: string) => string = (record) => record,
  ): void {
    this.#later.set(kind, { making, shown });
    this.#resources.use(resource);
  }

  /**
   * Sets how the records at some places are found again, as the export contains them but without secrets. Rejected rows are kept
   * in that form.
   */
  findOriginals(find: FindOriginals): void {
    this.#findOriginals = find;
  }

  /** Passes on a record that cannot become a row. It is rejected with its text. */
  brokenRow(
    kind: InputKind,
    { file, line }: Place,
    text: string,
    code: ProblemCode = codeOf(text),
  ): void {
    this.#spools[kind].add(file, line, brokenRecordRow(text, code));
  }

  /** Counts a record that a setting leaves out and that would be a row. @param reason completes "messages where …" */
  filter(kind: InputKind, reason: string): void {
    this.#filtered.add(kind, reason);
  }

  /**
   * Writes a record of another type to `not-carried.jsonl`.
   * @param type in the plural, such as `reactions` @param reason one of few @param fields of the record
   * @param count the number of records, if the export contains only their number
   */
  leaveOut(type: string, reason: string, { file, line }: Place, fields: Row, count?: number): void {
    this.#notCarried.add(type, reason, count);
    const lost = { type, reason, file, line, ...fields, count };
    this.#watch.onNotCarried(printable(JSON.stringify(lost)));
  }

  /** Counts a fact about carried records. */
  note(subject: string, fact: string, count = 1): void {
    this.#notes.add(subject, fact, count);
  }

  /** Complete after the rows of all kinds were read. */
  get account(): ExportAccount {
    return {
      records: this.#records.list().map(({ group, count }) => ({ type: group, count })),
      notCarried: this.#notCarried
        .list()
        .map(({ group, reason, count }) => ({ type: group, reason, count })),
      notes: this.#notes
        .list()
        .map(({ group, reason, count }) => ({ subject: group, fact: reason, count })),
    };
  }

  /**
   * The rows of a kind, judged. Can be read once.
   * @param name of the export; filtered rows are counted under it
   */
  async *blocks(
    kind: InputKind,
    name: string,
    rules: ReadRules,
    signal?: AbortSignal,
  ): AsyncGenerator<RecordBlock> {
    for await (const block of judgeRows(kind, this.#pages(kind), rules, signal))
      yield await inSourceWords(
        block,
        this.#words,
        this.#later.has(kind) ? undefined : this.#findOriginals,
      );
    const filtered = this.#filtered.list().filter(({ group }) => group === kind);
    if (filtered.length === 0) return;
    const builder = new RecordBlockBuilder(kind, name);
    for (const { reason, count } of filtered)
      for (let rows = 0; rows < count; rows++) builder.filter(reason);
    yield builder.take();
  }

  async *#pages(kind: InputKind): AsyncGenerator<readonly PackedRows[]> {
    yield* this.#spools[kind].pages();
    const later = this.#later.get(kind);
    if (later === undefined) return;
    const { making, shown } = later;
    const ready: (readonly PackedRows[])[] = [];
    const pages = new PageBuilder((page) =>
      ready.push(
        page.map((rows) => ({ ...withShown(rows, shown), bytes: new Uint8Array(rows.bytes) })),
      ),
    );
    this.#making = { kind, pages };
    while (making.next().done !== true) {
      if (ready.length === 0) continue; // An empty yield would wait for the next turn, once for each message.
      yield* ready;
      ready.length = 0;
    }
    pages.flush();
    this.#making = undefined;
    yield* ready;
  }

  [Symbol.dispose](): void {
    this.#resources.dispose();
    for (const kind of inputKinds) this.#spools[kind][Symbol.dispose]();
  }
}

function withShown(rows: PackedRows, shown: Later['shown']): PackedRows {
  return {
    ...rows,
    originalOf: (row) => {
      const record = rows.originalOf?.(row);
      return record === undefined ? undefined : shown(record);
    },
  };
}

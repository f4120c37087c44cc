import {
  hasLongNumber,
  mayHaveLongValue,
  problem,
  type Problem,
  type RecordBlock,
  RecordBlockBuilder,
  type Row,
  smallRecordBytes,
} from '@chatferry/contract';
import { RowAccount } from '../account/row-account.ts';
import type { Chunk } from '../cutting/chunk.ts';
import { ChunkText } from '../cutting/chunk-text.ts';
import { textWarnings } from '../cleaning/text-warnings.ts';
import { CsvLayout } from '../rows/csv-layout.ts';
import { CsvCells, namedCells } from '../rows/csv-cells.ts';
import { problemOf, otherColumnOrder, wrongColumnCount } from '../rows/file-rows.ts';
import { JsonShape } from '../rows/json-shape.ts';
import { longNumberWarnings } from '../rows/long-numbers.ts';
import { InnerRows } from '../mapping/inner-rows.ts';
import { needsRowMapping, numbersRepeats, sourceNames } from '../mapping/read-columns.ts';
import { RowMapping } from '../converting/row-mapping.ts';
import { OWN_VALUE, withParentsOf } from '../mapping/source-row.ts';
import { RowNotes } from '../terms/row-notes.ts';
import type { RowTransform } from '../transform/row-transform.ts';
import type { ReadingJob } from './reading-job.ts';
import { JsonRow, type WholeForm } from './json-row.ts';
import { RowJudge } from './row-judge.ts';
import { RowRefusals } from './row-refusals.ts';
import { RowSieve } from './row-sieve.ts';

type Problems = readonly Problem[];

/** Turns chunks of one file into blocks of judged records. */
export class ChunkJudge {
  readonly #job: ReadingJob;
  readonly #builder: RecordBlockBuilder;
  readonly #judge: RowJudge;
  readonly #layout: CsvLayout | undefined;
  readonly #shape: JsonShape;
  /** The mapping of a file that does more than to rename columns, instead of layout and shape. */
  readonly #mapping: RowMapping | undefined;
  readonly #sieve: RowSieve;
  readonly #transform: RowTransform | undefined;
  readonly #removesMarks: boolean;
  readonly #refusals: RowRefusals;
  readonly #account: RowAccount | undefined;
  /** Present when rows contain further rows. */
  readonly #inner: InnerRows | undefined;
  readonly #notes = new RowNotes();
  /** The current row as in its file: the cells of CSV, or JSON. */
  #cells: readonly string[] | undefined;
  readonly #json: JsonRow;
  #transformed: Row = {};
  /** The current row, when it is inside of another row, or contains rows that are judged separately. */
  #partial: Row | undefined;

  /** @param allocate allocates memory for a block: at least this many bytes @param transform the mapping's transform, if any */
  constructor(
    job: ReadingJob,
    allocate?: (bytes: number) => ArrayBufferLike,
    transform?: RowTransform,
  ) {
    const { kind, file, rules, mapping, csv, convertsValues: converts = false } = job;
    this.#job = job;
    this.#transform = transform;
    this.#removesMarks = rules.cleaning?.brokenText === 'remove';
    this.#builder = new RecordBlockBuilder(kind, file, allocate);
    this.#judge = new RowJudge(kind, rules, this.#builder);
    this.#layout = csv === undefined ? undefined : new CsvLayout(kind, csv.header, mapping);
    this.#shape = new JsonShape(kind, mapping);
    if (converts || needsRowMapping(mapping, csv?.header))
      this.#mapping = new RowMapping(kind, mapping, csv?.header, converts, file, rules.lookups);
    const ports = { builder: this.#builder, judge: this.#judge, notes: this.#notes };
    this.#refusals = new RowRefusals({ job, layout: this.#layout, ...ports });
    this.#account =
      job.account && new RowAccount(job.account, csv?.header, csv !== undefined || converts);
    if (mapping.nested !== undefined) this.#inner = new InnerRows([mapping.nested].flat());
    this.#sieve = new RowSieve(job, this.#builder, this.#mapping);
    this.#json = new JsonRow(kind, sourceNames(mapping).includes(OWN_VALUE), mapping.rows);
    this.#notes.original = (field) => this.#original(field);
  }

  judge(chunk: Chunk): RecordBlock {
    this.#json.beginChunk(chunk);
    const text = new ChunkText(chunk, this.#job.rules.cleaning?.brokenText !== undefined);
    const cells = this.#job.csv && new CsvCells(text, this.#job.csv.dialect);
    for (let index = 0; index < chunk.rows; index++) {
      this.#notes.clear();
      this.#cells = this.#partial = undefined;
      const fault = text.faults.get(index);
      if (fault?.place !== undefined) this.#refusals.refuseBeside(text, index, fault.place);
      else if (fault !== undefined) this.#refuseUnread(text, index, problemOf(fault));
      else if (cells === undefined) this.#judgeJson(text, index);
      else this.#judgeCells(text, index, cells);
    }
    const fieldNames = (this.#mapping ?? this.#shape).takeNames();
    const mappedValues = [...(this.#mapping?.takeValues() ?? []), ...this.#sieve.takeValues()];
    return {
      ...this.#builder.take(),
      ...(fieldNames.length === 0 ? {} : { fieldNames }),
      ...(mappedValues.length === 0 ? {} : { mappedValues }),
      ...(this.#account && { account: this.#account.take() }),
      ...(numbersRepeats(this.#job.kind, this.#job.mapping) ? { numbersRepeats: true } : {}),
      ...(chunk.file === undefined ? {} : { file: chunk.file }),
    };
  }

  #judgeCells(text: ChunkText, index: number, csvCells: CsvCells): void {
    const cells = (this.#cells = csvCells.of(index));
    const { header } = this.#job.csv!;
    if (cells === undefined) return this.#refuseUnread(text, index, problem('bad-quotes'));
    if (cells.length !== header.length)
      return this.#refuseUnread(text, index, wrongColumnCount(cells.length, header.length));
    const again = this.#sieve.headerIn(cells);
    if (again === 'in-other-order') return this.#refuseUnread(text, index, otherColumnOrder);
    if (again !== undefined || this.#sieve.isOfOtherKind(cells, this.#notes)) return;
    if (this.#sieve.isFiltered(cells, this.#notes)) return;
    this.#refusals.refuseInside(text, index, this.#account?.note(cells, this.#notes));
    if (this.#transform !== undefined)
      return this.#judgeTransformed(text, index, namedCells(header, cells));
    const row = this.#mapping?.read(cells, this.#notes) ?? this.#layout!.read(cells, this.#notes);
    if (csvCells.hasStrayQuote(index)) this.#notes.warnings.push(problem('quote-in-cell'));
    this.#judge.complete(row, this.#notes);
    this.#addOrRefuse(text, index, row);
  }

  #judgeJson(text: ChunkText, index: number): void {
    const json = this.#json;
    const parsed = json.parse(text, index);
    if ('found' in parsed) return this.#refuseUnread(text, index, parsed.found);
    const source = parsed.row;
    if (this.#sieve.isOfOtherKind(source, this.#notes)) return;
    const form = json.formIn(text);
    if (typeof form === 'object')
      return this.#refuse(text, index, form.shows ? this.#shaped(source) : {}, [form.found]);
    const outer = this.#inner && hasLongNumber(json.text) ? json.withDigits() : source;
    const inside = this.#inner?.of(outer) ?? [];
    if (inside.length > 0) this.#partial = outer;
    this.#mapping?.noteNames(this.#inner?.takeFound() ?? []);
    if (!this.#sieve.isFiltered(source, this.#notes)) {
      this.#refusals.refuseInside(text, index, this.#account?.note(source, this.#notes));
      if (this.#transform === undefined) this.#judgeWhole(text, index, source, form);
      else this.#judgeTransformed(text, index, json.forCode());
    }
    this.#judgeInside(text, index, inside);
  }

  /** Judges the rows inside of a row, at any depth. */
  #judgeInside(text: ChunkText, index: number, rows: readonly Row[]): void {
    for (const source of rows) {
      this.#notes.clear();
      this.#partial = source;
      this.#notes.hasLongNumbers = mayHaveLongValue(this.#json.text);
      if (!this.#sieve.isFiltered(source, this.#notes)) {
        this.#refusals.refuseInside(text, index, this.#account?.note(source, this.#notes));
        if (this.#transform === undefined) this.#addOrRefuse(text, index, this.#shaped(source));
        else this.#judgeTransformed(text, index, source);
      }
      this.#judgeInside(text, index, this.#inner!.of(source));
    }
  }

  #judgeWhole(text: ChunkText, index: number, source: Row, form: WholeForm): void {
    const [from, to] = [text.chunk.starts[index]!, text.chunk.ends[index]!];
    let row = this.#shaped(source);
    const isRepaired = this.#removesMarks && text.hasMark(index);
    const isWritten = this.#notes.changed || text.hasEscapes || isRepaired;
    const isLong = form !== 'shortest' && mayHaveLongValue(this.#json.text);
    const isAsSent = form !== 'spaced' && !isWritten && to - from <= smallRecordBytes;
    const wire = isAsSent ? text.bytes.subarray(from, to) : undefined;
    if (wire === undefined && form !== 'shortest' && hasLongNumber(this.#json.text)) {
      this.#notes.clear();
      row = this.#shaped(this.#json.withDigits());
      this.#notes.hasLongNumbers = isLong;
    }
    if (wire !== undefined && isLong)
      this.#notes.warnings.push(...longNumberWarnings(this.#json.withDigits()));
    let problems = this.#add(text, index, row, wire);
    if (problems !== undefined && wire !== undefined) {
      // A row that can be repaired is parsed again from its text, so that long numbers keep their digits.
      this.#notes.clear();
      row = this.#shaped(this.#json.withDigits());
      this.#notes.hasLongNumbers = isLong;
      problems = this.#add(text, index, row);
    }
    if (problems !== undefined) this.#refuse(text, index, row, problems);
  }

  /** Judges each of the rows that code makes from a row. All but the first count as made. */
  #judgeTransformed(text: ChunkText, index: number, source: Row): void {
    this.#mapping!.noteNames(Object.keys(source));
    const result = this.#transform!.apply(source, text.chunk.lines[index]!);
    if ('problem' in result) return this.#refuse(text, index, {}, [result.problem]);
    if ('reason' in result) return this.#builder.filter(result.reason);
    for (const [position, each] of result.rows.entries()) {
      if (position > 0) {
        this.#builder.countMade();
        this.#notes.clear();
      }
      this.#transformed = withParentsOf(source, each);
      this.#addOrRefuse(text, index, this.#shaped(this.#transformed));
    }
  }

  #shaped(value: Row): Row {
    const row = (this.#mapping ?? this.#shape).read(value, this.#notes);
    this.#judge.complete(row, this.#notes);
    return row;
  }

  #addOrRefuse(text: ChunkText, index: number, row: Row): void {
    const problems = this.#add(text, index, row);
    if (problems !== undefined) this.#refuse(text, index, row, problems);
  }

  /** @returns the problems of the row; undefined when it was added */
  #add(text: ChunkText, index: number, row: Row, wire?: Uint8Array): Problems | undefined {
    this.#notes.item = text.item(index);
    if (text.hasMark(index) || text.mayBeMisread(index))
      this.#notes.warnings.push(...textWarnings(text, index, row, this.#removesMarks));
    const isWellFormed = !text.hasEscapes && this.#transform === undefined; // code can split surrogate pairs
    return this.#judge.add(row, this.#notes, text.chunk.lines[index]!, isWellFormed, wire);
  }

  /** Refuses a row that cannot be parsed. Only one of the readings of a file does so. */
  #refuseUnread(text: ChunkText, index: number, found: Problem): void {
    if (this.#job.others !== false) this.#refuse(text, index, {}, [found]);
  }

  #refuse(text: ChunkText, index: number, row: Row, problems: Problems): void {
    const partial = this.#partial && JSON.stringify(this.#inner!.without(this.#partial));
    this.#refusals.refuse(text, index, row, problems, this.#cells, partial);
  }

  /** The value of a field of the current row, as in the file. */
  #original(field: string): unknown {
    if (this.#transform !== undefined) return this.#mapping!.valueOf(field, this.#transformed);
    if (this.#partial !== undefined) return this.#mapping!.valueOf(field, this.#partial);
    if (this.#mapping !== undefined)
      return this.#mapping.valueOf(field, this.#cells ?? this.#json.withDigits());
    if (this.#layout === undefined) return this.#shape.valueOf(field, this.#json.withDigits());
    return this.#cells?.[this.#layout.indexOf(field) ?? -1];
  }
}

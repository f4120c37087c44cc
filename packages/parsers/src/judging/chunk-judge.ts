import {
  isObject,
  kinds,
  problem,
  type Problem,
  type RecordBlock,
  RecordBlockBuilder,
  type Row,
  smallRecordBytes,
} from '@chatferry/contract';
import { removeBrokenTexts } from '../cleaning/repair.ts';
import type { Chunk } from '../cutting/chunk.ts';
import { ChunkText } from '../cutting/chunk-text.ts';
import { fieldWithMark } from '../cleaning/lost-characters.ts';
import { CsvLayout } from '../rows/csv-layout.ts';
import { CsvCells } from '../rows/csv-cells.ts';
import { wrongColumnCount } from '../rows/file-rows.ts';
import { isTooDeep } from '../nesting.ts';
import { jsonForm, repeatedKey } from '../rows/json-form.ts';
import { JsonShape } from '../rows/json-shape.ts';
import { hasLongNumber, parseJson } from '../rows/parse-json.ts';
import { needsRowMapping, sourceNames, WHEN_MET } from '../mapping/read-columns.ts';
import { RowMapping } from '../mapping/row-mapping.ts';
import { NO_KIND, RowSelection } from '../mapping/row-selection.ts';
import { RowParents } from '../mapping/row-parents.ts';
import { OWN_VALUE, type SourceRow } from '../mapping/source-row.ts';
import { RowNotes } from '../rows/row-notes.ts';
import type { ReadingJob } from './reading-job.ts';
import { idInCells, idInJson } from './claimed-id.ts';
import { RowJudge } from './row-judge.ts';

/** Turns chunks of one file into blocks of judged records. */
export class ChunkJudge {
  readonly #job: ReadingJob;
  readonly #builder: RecordBlockBuilder;
  readonly #judge: RowJudge;
  readonly #layout: CsvLayout | undefined;
  readonly #shape: JsonShape;
  /** Of a file whose mapping does more than to rename columns; in place of layout and shape. */
  readonly #mapping: RowMapping | undefined;
  /** Of a file that holds rows of other kinds too. */
  readonly #selection: RowSelection | undefined;
  readonly #notes = new RowNotes();
  /** Whether rows that are no objects are read, such as ids in a list. */
  readonly #readsOwnValue: boolean;
  /** Of the current chunk. */
  #parents!: RowParents;
  /** The current row as its file contains it: the cells of CSV, or JSON. */
  #cells: readonly string[] | undefined;
  #json = '';
  #index = 0;

  /** @param allocate allocates memory for a block: at least this many bytes */
  constructor(job: ReadingJob, allocate?: (bytes: number) => ArrayBufferLike) {
    const { kind, file, rules, mapping, others, csv } = job;
    this.#job = job;
    this.#builder = new RecordBlockBuilder(kind, file, allocate);
    this.#judge = new RowJudge(kind, rules, this.#builder);
    this.#layout = csv === undefined ? undefined : new CsvLayout(kind, csv.header, mapping);
    this.#shape = new JsonShape(kind, mapping);
    this.#mapping = needsRowMapping(mapping, csv?.header)
      ? new RowMapping(kind, mapping, csv?.header)
      : undefined;
    this.#selection =
      mapping.when === undefined ? undefined : new RowSelection(mapping.when, others, csv?.header);
    this.#readsOwnValue = sourceNames(mapping).includes(OWN_VALUE);
    this.#notes.original = (field) => this.#original(field);
  }

  judge(chunk: Chunk): RecordBlock {
    this.#judge.startBlock();
    this.#parents = new RowParents(chunk);
    const text = new ChunkText(chunk, this.#job.rules.cleaning?.brokenText !== undefined);
    const { csv } = this.#job;
    const cells = csv === undefined ? undefined : new CsvCells(text, csv.dialect);
    for (let index = 0; index < chunk.rows; index++) {
      this.#notes.clear();
      const fault = text.faults.get(index);
      if (fault !== undefined) this.#refuseUnread(text, index, problem(fault));
      else if (cells === undefined) this.#judgeJson(text, index);
      else this.#judgeCells(text, index, cells);
    }
    const fieldNames = (this.#mapping ?? this.#shape).takeNames();
    const mappedValues = [
      ...(this.#mapping?.takeValues() ?? []),
      ...(this.#selection?.takeIsMet() === true ? [WHEN_MET] : []),
    ];
    return {
      ...this.#builder.take(),
      ...(fieldNames.length === 0 ? {} : { fieldNames }),
      ...(mappedValues.length === 0 ? {} : { mappedValues }),
      ...(this.#numbersRepeats ? { numbersRepeats: true } : {}),
      ...(chunk.file === undefined ? {} : { file: chunk.file }),
    };
  }

  #judgeCells(text: ChunkText, index: number, csvCells: CsvCells): void {
    const cells = csvCells.of(index);
    const { header } = this.#job.csv!;
    this.#cells = cells;
    if (cells === undefined) return this.#refuseUnread(text, index, problem('bad-quotes'));
    if (cells.length !== header.length)
      return this.#refuseUnread(text, index, wrongColumnCount(cells.length, header.length));
    if (this.#isOfOtherKind(cells) || this.#isFiltered(cells)) return;
    const row = this.#mapping?.read(cells, this.#notes) ?? this.#layout!.read(cells, this.#notes);
    if (csvCells.hasStrayQuote(index)) this.#notes.warnings.push(problem('quote-in-cell'));
    this.#judge.complete(row, this.#notes);
    const problems = this.#add(text, index, row);
    if (problems !== undefined) this.#refuse(text, index, row, problems);
  }

  #judgeJson(text: ChunkText, index: number): void {
    const json = text.text(index);
    this.#json = json;
    this.#index = index;
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch (error) {
      const detail = (error as SyntaxError).message;
      return this.#refuseUnread(text, index, problem('bad-json', { detail }));
    }
    if (!isObject(value) && !this.#readsOwnValue)
      return this.#refuseUnread(text, index, problem('not-an-object'));
    const source = this.#parents.rowOf(value, index);
    if (this.#isOfOtherKind(source)) return;

    if (isTooDeep(json, value)) return this.#refuse(text, index, {}, [problem('too-deep')]);
    const { bytes, chunk } = text;
    const [from, to] = [chunk.starts[index]!, chunk.ends[index]!];
    const form = isObject(value) ? jsonForm({ text: json, bytes, from, to, value }) : 'spaced';
    if (form === 'repeated-key')
      return this.#refuse(text, index, source, [
        problem('repeated-key', { field: repeatedKey(json) }),
      ]);

    if (this.#isFiltered(source)) return;
    const reread = (): Row => this.#parents.rowOf(parseJson(json), index);
    let row = this.#shaped(source);
    const isWritten =
      this.#notes.changed || text.hasEscapes || (this.#removesMarks && text.hasMark(index));
    const isAsSent = form === 'compact' && !isWritten && to - from <= smallRecordBytes;
    const wire = isAsSent ? bytes.subarray(from, to) : undefined;
    if (wire === undefined && hasLongNumber(json)) {
      this.#notes.clear();
      row = this.#shaped(reread());
    }
    let problems = this.#add(text, index, row, wire);
    if (problems !== undefined && wire !== undefined) {
      // A row that can be repaired is rebuilt from its text, so that long numbers keep their digits.
      this.#notes.clear();
      row = this.#shaped(reread());
      problems = this.#add(text, index, row);
    }
    if (problems !== undefined) this.#refuse(text, index, row, problems);
  }

  #shaped(value: Row): Row {
    const row = (this.#mapping ?? this.#shape).read(value, this.#notes);
    this.#judge.complete(row, this.#notes);
    return row;
  }

  /** Whether the ids of records that only this kind has are made from columns. */
  get #numbersRepeats(): boolean {
    const { kind, mapping } = this.#job;
    const { key, hasFreeIds } = kinds[kind];
    return hasFreeIds === true && mapping.convert?.[key]?.hash !== undefined;
  }

  /** Whether a row is not of this kind. Counts a row of no kind. */
  #isOfOtherKind(row: SourceRow): boolean {
    const kind = this.#selection?.kindOf(row, this.#notes) ?? 'own';
    if (kind === 'none') this.#builder.filter(NO_KIND);
    return kind !== 'own';
  }

  /** Counts a row that the mapping filters. */
  #isFiltered(row: SourceRow): boolean {
    const reason = this.#mapping?.reasonToFilter(row, this.#notes);
    if (reason === undefined) return false;
    this.#builder.filter(reason);
    return true;
  }

  get #removesMarks(): boolean {
    return this.#job.rules.cleaning?.brokenText === 'remove';
  }

  /** @returns the problems of the row; undefined when it was added */
  #add(
    text: ChunkText,
    index: number,
    row: Row,
    wire?: Uint8Array,
  ): readonly Problem[] | undefined {
    const notes = this.#notes;
    if (text.hasMark(index)) {
      const field = fieldWithMark(row);
      if (this.#removesMarks) {
        removeBrokenTexts(row);
        notes.warnings.push(problem('text-repaired', { field }));
      } else
        notes.warnings.push(
          problem(text.isRepaired(index) ? 'text-repaired' : 'replacement-character', { field }),
        );
    }
    return this.#judge.add(row, notes, text.chunk.lines[index]!, !text.hasEscapes, wire);
  }

  /** Refuses a row that cannot be parsed, of which the kind is not known: one reading of its file does so. */
  #refuseUnread(text: ChunkText, index: number, found: Problem): void {
    if (this.#job.others !== false) this.#refuse(text, index, {}, [found]);
  }

  #refuse(text: ChunkText, index: number, row: Row, problems: readonly Problem[]): void {
    this.#builder.reject({
      line: text.chunk.lines[index]!,
      id: this.#idOf(row, text.text(index)),
      problems: problems.map((each) => this.#notes.asInFile(each)),
      row: text.text(index),
    });
  }

  /** The id of a rejected row, in the service's form, so that problems of records that refer to it can name the reason. */
  #idOf(row: Row, text: string): string | undefined {
    const { kind, mapping, csv } = this.#job;
    const id = row[kinds[kind].key];
    if (typeof id === 'string') return id;
    if (typeof id === 'number') return this.#judge.changedId(String(id));
    if (Object.keys(row).length > 0) return undefined;
    if (csv === undefined) return this.#judge.changedId(idInJson(kind, mapping, text));
    const column = this.#layout!.indexOf(kinds[kind].key);
    if (column === undefined) return undefined;
    const delimiter = String.fromCharCode(csv.dialect.delimiter);
    return this.#judge.changedId(idInCells(text, delimiter, column));
  }

  /** The value of a field of the current row, as the file contains it. */
  #original(field: string): unknown {
    if (this.#mapping !== undefined)
      return this.#mapping.valueOf(
        field,
        this.#cells ?? this.#parents.rowOf(parseJson(this.#json), this.#index),
      );
    if (this.#layout === undefined) return this.#shape.valueOf(field, parseJson(this.#json) as Row);
    const index = this.#layout.indexOf(field);
    return index === undefined ? undefined : this.#cells?.[index];
  }
}

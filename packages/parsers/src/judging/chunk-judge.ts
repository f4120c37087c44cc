import {
  idOf,
  type Problem,
  problem,
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
import { JsonShape } from '../rows/json-shape.ts';
import { hasLongNumber, parseJson } from '../rows/parse-json.ts';
import { isPlainJson } from '../rows/plain-json.ts';
import { RowNotes } from '../rows/row-notes.ts';
import type { ReadingJob } from './reading-job.ts';
import { RowJudge } from './row-judge.ts';

/** Turns chunks of one file into blocks of judged records. */
export class ChunkJudge {
  readonly #job: ReadingJob;
  readonly #builder: RecordBlockBuilder;
  readonly #judge: RowJudge;
  readonly #layout: CsvLayout | undefined;
  readonly #shape: JsonShape;
  readonly #notes = new RowNotes();

  /** @param allocate gives the blocks their memory: at least so many bytes */
  constructor(job: ReadingJob, allocate?: (bytes: number) => ArrayBufferLike) {
    const { kind, file, rules, mapping, csv } = job;
    this.#job = job;
    this.#builder = new RecordBlockBuilder(kind, file, allocate);
    this.#judge = new RowJudge(kind, rules, this.#builder);
    this.#layout = csv === undefined ? undefined : new CsvLayout(kind, csv.header, mapping);
    this.#shape = new JsonShape(kind, mapping);
  }

  judge(chunk: Chunk): RecordBlock {
    this.#judge.startBlock();
    const text = new ChunkText(chunk, this.#job.rules.cleaning?.brokenText !== undefined);
    const { csv } = this.#job;
    const cells = csv === undefined ? undefined : new CsvCells(text, csv.dialect);
    for (let index = 0; index < chunk.rows; index++) {
      this.#notes.clear();
      const fault = text.faults.get(index);
      if (fault !== undefined) this.#refuse(text, index, {}, [problem(fault)]);
      else if (cells === undefined) this.#judgeJson(text, index);
      else this.#judgeCells(text, index, cells.of(index));
    }
    return this.#builder.take();
  }

  #judgeCells(text: ChunkText, index: number, cells: readonly string[] | undefined): void {
    const { header } = this.#job.csv!;
    if (cells === undefined) return this.#refuse(text, index, {}, [problem('bad-quotes')]);
    if (cells.length !== header.length)
      return this.#refuse(text, index, {}, [wrongColumnCount(cells.length, header.length)]);
    const row = this.#layout!.read(cells, this.#notes);
    this.#judge.complete(row, this.#notes);
    this.#add(text, index, row);
  }

  #judgeJson(text: ChunkText, index: number): void {
    const json = text.text(index);
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch (error) {
      const detail = (error as SyntaxError).message;
      return this.#refuse(text, index, {}, [problem('bad-json', { detail })]);
    }
    if (!isObject(value)) return this.#refuse(text, index, {}, [problem('not-an-object')]);

    let row = this.#shaped(value);
    const wire = this.#notes.changed ? undefined : plainBytes(text, index, json, row, this.#notes);
    if (wire === undefined && hasLongNumber(json)) {
      this.#notes.clear();
      row = this.#shaped(parseJson(json) as Row);
    }
    this.#add(text, index, row, wire);
  }

  #shaped(value: Row): Row {
    const row = this.#shape.read(value, this.#notes);
    this.#judge.complete(row, this.#notes);
    return row;
  }

  #add(text: ChunkText, index: number, row: Row, wire?: Uint8Array): void {
    const notes = this.#notes;
    let own = wire;
    if (text.hasMark(index)) {
      const field = fieldWithMark(row);
      if (this.#job.rules.cleaning?.brokenText === 'remove') {
        removeBrokenTexts(row);
        own = undefined;
        notes.warnings.push(problem('text-repaired', { field }));
      } else
        notes.warnings.push(
          problem(text.isMended(index) ? 'text-repaired' : 'replacement-character', { field }),
        );
    }
    const problems = this.#judge.add(row, notes, text.chunk.lines[index]!, !text.hasEscapes, own);
    if (problems !== undefined) this.#refuse(text, index, row, problems);
  }

  #refuse(text: ChunkText, index: number, row: Row, problems: readonly Problem[]): void {
    this.#builder.reject({
      line: text.chunk.lines[index]!,
      id: idOf(this.#job.kind, row),
      problems,
      row: text.text(index),
    });
  }
}

/** The row's own bytes, if they can be sent as they are: small enough, whole characters only, and nothing twice. */
function plainBytes(
  ...[text, index, json, row, notes]: [ChunkText, number, string, Row, RowNotes]
): Uint8Array | undefined {
  const from = text.chunk.starts[index]!;
  const to = text.chunk.ends[index]!;
  if (text.hasEscapes || to - from > smallRecordBytes) return undefined;
  const bytes = text.bytes.subarray(from, to);
  const added = notes.hasOwnMemberId ? { added: 'memberId' } : {};
  return isPlainJson({ text: json, bytes, value: row, ...added }) ? bytes : undefined;
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

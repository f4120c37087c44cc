import {
  idOf,
  type Kind,
  maskSecrets,
  problem,
  type RecordBlock,
  RecordBlockBuilder,
  type Row,
} from '@chatferry/contract';
import { RowJudge } from './judging/row-judge.ts';
import { isDeeperThan, MAX_DEPTH } from './terms/nesting.ts';
import type { ReadRules } from './judging/read-rules.ts';
import { copyOf } from './rows/copy-row.ts';
import { JsonShape } from './rows/json-shape.ts';
import { RowNotes } from './terms/row-notes.ts';

const ROWS_PER_BLOCK = 2000;

/**
 * Judges rows made in code, in the caller's thread. A row's line is its number, from 1.
 *
 * @param rows objects with the service's field names; they are not changed
 * @param name replaces the file name in problems
 */
export async function* recordsFrom(
  kind: Kind,
  rows: Iterable<Row> | AsyncIterable<Row>,
  rules: ReadRules,
  name: string = kind,
): AsyncGenerator<RecordBlock> {
  const builder = new RecordBlockBuilder(kind, name);
  const judge = new RowJudge(kind, rules, builder);
  const shape = new JsonShape(kind, {});
  const notes = new RowNotes();
  let line = 0;
  for await (const value of rows) {
    line++;
    notes.clear();
    const isDeep = isDeeperThan(MAX_DEPTH, value);
    const row = isDeep ? {} : shape.read(copyOf(value), notes);
    if (!isDeep) judge.complete(row, notes);
    const problems = isDeep ? [problem('too-deep')] : addOrProblems(judge, row, notes, line);
    if (problems !== undefined)
      builder.reject({
        line,
        ...judge.idsOfRejected(idOf(kind, row), !isDeep),
        problems,
        row: textOf(value),
      });
    if (builder.rows < ROWS_PER_BLOCK) continue;
    yield builder.take();
  }
  if (builder.rows > 0) yield builder.take();
}

/** A value that JSON cannot represent is a problem of the row; reading continues. */
function addOrProblems(
  ...[judge, row, notes, line]: [RowJudge, Row, RowNotes, number]
): ReturnType<RowJudge['add']> {
  try {
    return judge.add(row, notes, line, false);
  } catch (error) {
    return [problem('bad-json', { detail: (error as Error).message })];
  }
}

function textOf(row: Row): string {
  try {
    return maskSecrets(JSON.stringify(row));
  } catch {
    return Object.prototype.toString.call(row);
  }
}

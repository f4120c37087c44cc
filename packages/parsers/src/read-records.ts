import { type RecordBlock, RecordBlockBuilder } from '@chatferry/contract';
import type { Chunk } from './cutting/chunk.ts';
import type { UnreadPlaces } from './cutting/unread-places.ts';
import { documentRows } from './documents/document-row.ts';
import type { Input } from './input.ts';
import { judgeChunks } from './judging/judge-chunks.ts';
import type { ReadingJob } from './judging/reading-job.ts';
import { ignoring } from './mapping/used-names.ts';
import { RowSelection } from './converting/row-selection.ts';
import { openChunks } from './open-chunks.ts';
import type { ReadRules } from './judging/read-rules.ts';
import type { RowRules } from './judging/row-rules.ts';
import { checkHeader } from './rows/check-header.ts';
import { checkTimes } from './rows/check-times.ts';
import { checkWrapper } from './rows/check-wrapper.ts';
import { fileRows } from './rows/file-rows.ts';
import { RowNotes } from './terms/row-notes.ts';
import { takeHeader } from './rows/take-header.ts';

/** Number of rows that are checked for times in a unit other than the declared one. */
const SAMPLE_ROWS = 500;

/**
 * Reads a file to its end as blocks of judged records, in file order. Memory use does not grow with the file.
 *
 * A bad row is part of its block. Breaking out of the loop closes the stream and ends the threads.
 *
 * @param signal stops the reading, which then rejects with its reason
 * @throws {InputError} when the file cannot be read further; the blocks before that position were returned
 */
export async function* readRecords(
  input: Input,
  { threads, ...rules }: ReadRules,
  signal?: AbortSignal,
): AsyncGenerator<RecordBlock> {
  const { chunks, dialect, store, unread } = openChunks(input, signal, true);
  try {
    const first = await chunks.next();
    if (first.done === true) {
      yield* blockOf(input, unread);
      return;
    }
    const { job, chunk } = prepare(input, rules, first.value, dialect);
    yield* judgeChunks(job, threads, [chunk], oneByOne(chunks), store, signal);
    yield* blockOf(input, unread);
  } finally {
    await chunks.return(undefined);
  }
}

/** A block without rows, with the account of a document's content beside its rows. */
function* blockOf({ kind, file }: Input, unread: UnreadPlaces | undefined): Generator<RecordBlock> {
  const counts = unread?.take() ?? [];
  if (counts.length === 0) return;
  const block = new RecordBlockBuilder(kind, file).take();
  yield { ...block, account: { rows: 0, unread: counts, marked: [] } };
}

async function* oneByOne(chunks: AsyncGenerator<Chunk>): AsyncGenerator<readonly Chunk[]> {
  for await (const chunk of chunks) yield [chunk];
}

/** Reads the facts about the whole file from the first chunk, and refuses a file in which no row can be valid. */
function prepare(
  input: Input,
  rules: RowRules,
  first: Chunk,
  dialect: ReturnType<typeof openChunks>['dialect'],
): { readonly job: ReadingJob; readonly chunk: Chunk } {
  const { kind, file, format, mapping: declared = {}, others = [], otherNames = [] } = input;
  const mapping = ignoring(kind, declared, otherNames);
  let chunk = first;
  let job: ReadingJob = {
    kind,
    file,
    mapping,
    rules,
    others,
    ...accounted(input),
  };
  if (format === 'csv') {
    const { header, line, rest } = takeHeader(first, dialect(), file);
    if (mapping.transform === undefined)
      checkHeader(kind, header, mapping, file, line, rules.groupsMayLackNames);
    job = { ...job, csv: { dialect: dialect(), header } };
    chunk = rest;
  }
  // The names and values of rows that become records are known only after `transform` has run.
  if (mapping.transform !== undefined) return { job, chunk };
  const documents = documentRows(mapping.rows);
  const sample = [...fileRows(chunk, job.csv, SAMPLE_ROWS)].map((each) =>
    documents !== undefined && 'row' in each ? { ...each, row: documents.rowOf(each.row) } : each,
  );
  if (format !== 'csv' && mapping.when === undefined) checkWrapper(kind, sample, mapping, file);
  const selection = new RowSelection(mapping.when, false, undefined, file);
  const notes = new RowNotes();
  const rows = sample.flatMap((each) => ('row' in each ? [each.row] : []));
  const own = rows.filter((row) => selection.kindOf(row, notes) === 'own');
  checkTimes(kind, own, mapping, file);
  return { job, chunk };
}

/** The input of the account of the rows; none for rows that code reads or that another reading counts. */
function accounted({
  kind,
  mapping = {},
  sharing = [],
  inFile,
}: Input): Pick<ReadingJob, 'account'> {
  if (sharing === false || mapping.transform !== undefined) return {};
  return { account: { kind, mapping, sharing, inFile: inFile ?? [{ kind, mapping }] } };
}

import type { Kind, RecordBlock } from '@chatferry/contract';
import { BufferStore } from './cutting/buffer-store.ts';
import type { Chunk } from './cutting/chunk.ts';
import { judgeChunks } from './judging/judge-chunks.ts';
import type { KindMapping } from './mapping/kind-mapping.ts';
import type { ReadRules } from './judging/read-rules.ts';
import { checkTimes } from './rows/check-times.ts';
import { fileRows } from './rows/file-rows.ts';

/** Number of rows that are checked for times in a unit other than the declared one. */
const SAMPLE_ROWS = 500;

/** Rows from one source, such as a file in an archive, as JSON objects. */
export interface PackedRows {
  /** The name of the source in problems. */
  readonly file: string;
  /** The rows end to end, without separators. */
  readonly bytes: Uint8Array;
  /** Offset one past each row's last byte. */
  readonly ends: Uint32Array;
  /** The number of each row in its source, from 1. */
  readonly lines: Uint32Array;
  /** The record that a row is made from, by the 0-based position of the row. Called for rejected rows. */
  readonly originalOf?: (row: number) => string | undefined;
}

/**
 * Judges rows that were read by another package, with the threads that also judge the rows of files.
 *
 * @param pages of some hundred kilobytes each; a thread judges a page in one step. A page may be reused after the next one is requested
 * @param signal stops the reading, which then rejects with the signal's reason
 * @param mapping of rows from a database, whose values are converted; absent for rows with the service's field names
 * @throws {InputError} `wrong-unit`
 */
export async function* judgeRows(
  kind: Kind,
  pages: AsyncIterable<readonly PackedRows[]>,
  { threads, ...rules }: ReadRules,
  signal?: AbortSignal,
  mapping?: KindMapping,
): AsyncGenerator<RecordBlock> {
  const store = new BufferStore();
  /** The original records of the chunks in flight. Blocks arrive in the order of the chunks. */
  const originals: PackedRows['originalOf'][] = [];
  const batches = batchesOf(pages, store, originals, signal);
  try {
    const first = await batches.next();
    if (first.done === true) return;
    const [chunk] = first.value;
    const file = chunk!.file!;
    const job = {
      kind,
      file,
      mapping: mapping ?? {},
      rules,
      others: [],
      ...(mapping === undefined || mapping.transform !== undefined
        ? {}
        : { account: { kind, mapping, sharing: [], inFile: [{ kind, mapping }] } }),
    };
    if (mapping !== undefined && mapping.transform === undefined)
      checkTimes(kind, sampleOf(chunk!), mapping, file);
    const convertsValues = mapping !== undefined;
    const whole = { ...job, convertsValues };
    const blocks = judgeChunks(whole, threads, first.value, batches, store, signal);
    for await (const block of blocks) yield withOriginals(block, originals.shift());
  } finally {
    await batches.return(undefined);
  }
}

function sampleOf(chunk: Chunk): Record<string, unknown>[] {
  return [...fileRows(chunk, undefined, SAMPLE_ROWS)].flatMap((each) =>
    'row' in each ? [each.row] : [],
  );
}

async function* batchesOf(
  pages: AsyncIterable<readonly PackedRows[]>,
  store: BufferStore,
  originals: PackedRows['originalOf'][],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Chunk[]> {
  for await (const page of pages) {
    signal?.throwIfAborted();
    for (const rows of page) originals.push(rows.originalOf);
    yield chunksOf(page, store);
  }
}

/** The chunks of a page share two buffers, so that sending them to a thread costs as little as sending two. */
function chunksOf(page: readonly PackedRows[], store: BufferStore): Chunk[] {
  const rows = page.reduce((sum, { ends }) => sum + ends.length, 0);
  const size = page.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const allBytes = new Uint8Array(store.take(size), 0, size);
  const numbers = new Uint32Array(store.take(rows * 12), 0, rows * 3);
  let [at, next] = [0, 0];
  return page.map(({ file, bytes, ends, lines }) => {
    const count = ends.length;
    const part = (index: number): Uint32Array =>
      numbers.subarray(next + index * count, next + (index + 1) * count);
    const chunk = {
      file,
      rows: count,
      bytes: allBytes.subarray(at, at + bytes.length),
      starts: part(0),
      ends: part(1),
      lines: part(2),
      faults: [],
    };
    chunk.bytes.set(bytes);
    chunk.starts[0] = 0;
    chunk.starts.set(ends.subarray(0, count - 1), 1);
    chunk.ends.set(ends);
    chunk.lines.set(lines);
    at += bytes.length;
    next += count * 3;
    return chunk;
  });
}

/** Rejected rows with the records that they are made from. */
function withOriginals(block: RecordBlock, originalOf: PackedRows['originalOf']): RecordBlock {
  if (originalOf === undefined || block.rejected.length === 0) return block;
  const rejected = block.rejected.map((each) => ({
    ...each,
    row: originalOf(each.index!) ?? each.row,
  }));
  return { ...block, rejected };
}

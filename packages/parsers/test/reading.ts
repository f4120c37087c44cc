import { COLUMNS, column, type Kind, type RecordBlock, type Row } from '@chatferry/contract';
import {
  type Format,
  type KindMapping,
  readRecords,
  type ReadRules,
  recordsFrom,
} from '@chatferry/parsers';

/** All times in the tests are earlier. 2026-01-01T00:00:00Z. */
export const now = 1_767_225_600;

export const rules: ReadRules = { now, ids: 'keep', threads: 0 };

export interface File {
  readonly kind?: Kind;
  readonly format?: Format;
  readonly content: string | Uint8Array | readonly Uint8Array[];
  readonly mapping?: KindMapping;
}

/** The result of reading a file, unpacked. */
export interface ReadResult {
  readonly records: { readonly line: number; readonly id: string; readonly record: Row }[];
  /** Ids of the records made from the row of the record before them. */
  readonly parts: string[];
  readonly rejected: RecordBlock['rejected'][number][];
  /** By the id of their record. */
  readonly renamed: { readonly record: string; readonly from: string; readonly to: string }[];
  /** Entries as they are sent. */
  readonly wires: string[];
  readonly dropped: {
    readonly record: string;
    readonly field: string | undefined;
    readonly code: string;
  }[];
  readonly derived: RecordBlock['derived'][number][];
  readonly warnings: { readonly record: string; readonly code: string; readonly field?: string }[];
}

export function read(file: File, changed: Partial<ReadRules> = {}): Promise<ReadResult> {
  return collect(blocksOf(file, changed));
}

export function blocksOf(
  file: File,
  changed: Partial<ReadRules> = {},
): AsyncGenerator<RecordBlock> {
  const { kind = 'users', format = 'csv', content, mapping } = file;
  const pieces = typeof content === 'string' ? [Buffer.from(content)] : [content].flat();
  const again = () => overwritten(pieces as Uint8Array[]);
  const own = { file: `${kind}.${format}`, kind, format, bytes: again(), again };
  const input = { ...own, ...(mapping && { mapping }) };
  return readRecords(input, { ...rules, ...changed });
}

/** Pieces that are overwritten when the next one is requested, as a reader of files does. */
async function* overwritten(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    const copy = Uint8Array.from(piece);
    yield copy;
    copy.fill(0x3f);
  }
}

export function readFromCode(
  kind: Kind,
  rows: Iterable<Row>,
  changed: Partial<ReadRules> = {},
): Promise<ReadResult> {
  return collect(recordsFrom(kind, rows, { ...rules, ...changed }));
}

export async function collect(blocks: AsyncIterable<RecordBlock>): Promise<ReadResult> {
  const result: ReadResult = {
    records: [],
    wires: [],
    parts: [],
    rejected: [],
    renamed: [],
    dropped: [],
    warnings: [],
    derived: [],
  };
  for await (const block of blocks) {
    const records = unpack(block);
    const idAt = (index: number): string => records[index]!.id;
    result.records.push(...records);
    result.wires.push(...entriesOf(block));
    result.dropped.push(
      ...block.dropped.map(({ id, problem: { field, code } }) => ({ record: id, field, code })),
    );
    result.parts.push(...block.parts.map(idAt));
    result.rejected.push(...block.rejected);
    result.renamed.push(
      ...block.renamed.map(({ index, from, to }) => ({ record: idAt(index), from, to })),
    );
    result.derived.push(...block.derived);
    result.warnings.push(
      ...block.warnings.map(({ index, problem: { code, field } }) => ({
        record: idAt(index),
        code,
        ...(field === undefined ? {} : { field }),
      })),
    );
  }
  return result;
}

function entriesOf({ wire, columns, records }: RecordBlock): string[] {
  return Array.from({ length: records }, (_, index) => {
    const end = columns[index * COLUMNS + column.end];
    const start = index === 0 ? 0 : columns[(index - 1) * COLUMNS + column.end];
    return Buffer.from(wire.subarray(start, end)).toString();
  });
}

export function unpack(block: RecordBlock): ReadResult['records'] {
  const { columns } = block;
  return entriesOf(block).map((entry, index) => {
    const [[id, record]] = Object.entries(JSON.parse(`{${entry}}`) as Record<string, Row>) as [
      [string, Row],
    ];
    return { line: columns[index * COLUMNS + column.line]!, id, record };
  });
}

/** The codes of what was rejected, as `line code`, for short expectations. */
export function refusals({ rejected }: ReadResult): string[] {
  return rejected.flatMap(({ line, problems }) => problems.map(({ code }) => `${line} ${code}`));
}

export function ids({ records }: ReadResult): string[] {
  return records.map(({ id }) => id);
}

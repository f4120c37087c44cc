import { createHash } from 'node:crypto';
import type { Kind, RecordBlock, Row } from '@chatferry/contract';
import { type KindMapping, readRecords, type ReadRules, recordsFrom } from '@chatferry/parsers';
import type { ExportSummary, PlanInput } from '@chatferry/planner';
import type { EarlierIds, FilePorts } from '@chatferry/sources';
import { filePieces } from '../input/file-pieces.ts';
import { refuseChanged, stampOf } from '../input/file-stamp.ts';
import type { FoundInput } from '../input/find-inputs.ts';
import { fingerprinting } from '../input/fingerprint.ts';
import type { OtherKinds } from './other-kinds.ts';

/** A source of rows: a file, or rows made in code. */
export interface Source {
  readonly kind: Kind;
  /** Its name in problems. */
  readonly file: string;
  /** Where its bytes are; absent for rows made in code. */
  readonly path?: string;
  /** See `FoundInput`. */
  readonly part?: number;
  readonly open: (rules: ReadRules, watch: OpeningWatch) => OpenSource;
}

/** Callbacks for the reading of a source, and the signal that stops it. */
export interface OpeningWatch {
  readonly signal?: AbortSignal | undefined;
  /** Takes a line of `not-carried.jsonl`. */
  readonly onNotCarried: (line: string) => void;
  /** Called regularly with the number of rows while no block is ready yet. */
  readonly onRows?: ((rows: number) => void) | undefined;
  /** Called with the number of bytes that were read from a file. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** The copies of files, or who wants to know of files. */
  readonly media?: FilePorts | undefined;
  /** The ids that users and groups got in an earlier job, if there is one. */
  readonly earlierIds?: EarlierIds | undefined;
}

interface OpenSource {
  readonly blocks: AsyncIterable<RecordBlock>;
  /** What the plan records about the source. Call it after all blocks were read. @throws {JobError} as `refuseChange` */
  readonly described: () => Promise<PlanInput>;
  /** Throws if the source has changed since it was read. Call it before the plan is published. */
  readonly refuseChange: () => void | Promise<void>;
  /** What reading an export of a named system found; present for one of its kinds. Call it after all blocks were read. */
  readonly exportSummary?: () => ExportSummary;
}

/** @param others see `otherKinds` */
export function fileSource(
  { file, kind, part, format, path, mapping }: FoundInput & { path: string; mapping: KindMapping },
  others: OtherKinds = {},
): Source {
  return {
    kind,
    file,
    path,
    ...(part === undefined ? {} : { part }),
    open: (rules, { signal, onBytes }) => {
      const before = stampOf(path);
      const refuseChange = (): void => refuseChanged(file, path, before);
      const { pieces, fingerprint } = fingerprinting(path, onBytes);
      return {
        blocks: readRecords(
          { file, kind, format, bytes: pieces, again: () => filePieces(path), mapping, ...others },
          rules,
          signal,
        ),
        described: async () => {
          const found = await fingerprint();
          refuseChange();
          return { file, kind, format, modifiedMs: before.mtimeMs, ...found };
        },
        refuseChange,
      };
    },
  };
}

/** Rows made in code. Their fingerprint is the fingerprint of the records as they are sent. */
export function rowsSource(kind: Kind, rows: Iterable<Row> | AsyncIterable<Row>): Source {
  return {
    kind,
    file: kind,
    open: (rules) => {
      const hash = createHash('sha256');
      let bytes = 0;
      async function* fingerprinted(): AsyncGenerator<RecordBlock> {
        for await (const block of recordsFrom(kind, rows, rules)) {
          hash.update(block.wire);
          bytes += block.wire.length;
          yield block;
        }
      }
      return {
        blocks: fingerprinted(),
        described: () =>
          Promise.resolve({ file: kind, kind, format: 'rows', bytes, sha256: hash.digest('hex') }),
        refuseChange: () => {},
      };
    },
  };
}

import { createHash } from 'node:crypto';
import type { Kind, RecordBlock, Row } from '@chatferry/contract';
import { type KindMapping, readRecords, type ReadRules, recordsFrom } from '@chatferry/parsers';
import type { PlanInput } from '@chatferry/planner';
import { refuseChanged, stampOf } from '../input/file-stamp.ts';
import type { FoundInput } from '../input/find-inputs.ts';
import { fingerprinting } from '../input/fingerprint.ts';

/** Something that rows come from: a file, or a piece of code. */
export interface Source {
  readonly kind: Kind;
  /** As problems name it. */
  readonly file: string;
  /** Where its bytes are; absent for rows made in code. */
  readonly path?: string;
  readonly open: (rules: ReadRules, signal?: AbortSignal) => OpenSource;
}

interface OpenSource {
  readonly blocks: AsyncIterable<RecordBlock>;
  /** What the plan keeps of the source; call it once all blocks have been read. @throws {JobError} as `refuseChange` */
  readonly described: () => Promise<PlanInput>;
  /** Refuses a source that is no longer what was read. Call it before the plan is published. */
  readonly refuseChange: () => void;
}

export function fileSource(
  { file, kind, format }: Omit<FoundInput, 'path'>,
  path: string,
  mapping: KindMapping,
): Source {
  return {
    kind,
    file,
    path,
    open: (rules, signal) => {
      const before = stampOf(path);
      const refuseChange = (): void => refuseChanged(file, path, before);
      const { pieces, fingerprint } = fingerprinting(path);
      return {
        blocks: readRecords({ file, kind, format, bytes: pieces, mapping }, rules, signal),
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

/** Rows that a script makes. Their fingerprint is that of the records in the form they are sent in. */
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

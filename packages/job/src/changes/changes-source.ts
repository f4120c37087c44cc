import { createHash } from 'node:crypto';
import {
  judge,
  type Kind,
  type RecordBlock,
  RecordBlockBuilder,
  type Row,
} from '@chatferry/contract';
import type { Source } from '../planning/source.ts';

/** A record of a change, and the row of the export that it comes from. */
export interface PlannedChange {
  readonly row: Row;
  readonly file: string;
  readonly line: number;
}

const RECORDS_PER_BLOCK = 2000;

/** Changes of one kind as a source of a plan. They are in the form that is sent, so that nothing in them is mapped or cleaned. */
export function changesSource(
  kind: Kind,
  changes: Iterable<PlannedChange> | AsyncIterable<PlannedChange>,
): Source {
  return {
    kind,
    file: kind,
    open: ({ now }) => {
      const hash = createHash('sha256');
      let bytes = 0;
      async function* blocks(): AsyncGenerator<RecordBlock> {
        let builder: RecordBlockBuilder | undefined;
        let from = '';
        for await (const { row, file, line } of changes) {
          if (builder !== undefined && (file !== from || builder.rows === RECORDS_PER_BLOCK)) {
            yield builder.take();
            builder = undefined;
          }
          from = file;
          builder ??= new RecordBlockBuilder(kind, file);
          const judged = judge(kind, row, { now });
          if (!judged.ok)
            throw new Error(
              `a change of ${kind}:${judged.id} is invalid: ${judged.problems[0]?.code}`,
            );
          builder.add(line, judged.id, judged.record, judged.wire);
          hash.update(judged.wire);
          bytes += judged.wire.length;
        }
        if (builder !== undefined) yield builder.take();
      }
      return {
        blocks: blocks(),
        described: () =>
          Promise.resolve({
            file: kind,
            kind,
            format: 'changes',
            bytes,
            sha256: hash.digest('hex'),
          }),
        refuseChange: () => {},
      };
    },
  };
}

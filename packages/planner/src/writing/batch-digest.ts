import { createHash } from 'node:crypto';
import { byKind } from '@chatferry/contract';
import type { FullBatch, KindTotals, WrittenTotals } from '../batching/batch-sink.ts';

/** The SHA-256 over the batches of a plan. */
export class BatchDigest {
  readonly #hash = createHash('sha256');
  readonly #kinds = byKind<KindTotals>(() => ({ batches: 0, records: 0, bytes: 0 }));

  add({ kind, lane, records, body }: FullBatch): void {
    this.#hash.update(`${kind} ${lane} ${body.length}\n`).update(body);
    const written = this.#kinds[kind];
    written.batches++;
    written.records += records;
    written.bytes += body.length;
  }

  finish(): WrittenTotals {
    return { kinds: this.#kinds, contentHash: this.#hash.digest('hex') };
  }
}

import { type Kind, kinds } from '@chatferry/contract';
import type { EarlyBatches } from './batching/early-batches.ts';
import type { Checker } from './checking/checker.ts';
import type { ComparedRecords } from './checking/kind-intake.ts';
import type { RecordSpool } from './spool/record-spool.ts';
import { RunBuffer } from './spool/run-buffer.ts';

interface SpooledKind {
  readonly spool: RecordSpool;
  /** The batches of a kind that is cut while its records are read. */
  readonly early: EarlyBatches | undefined;
}

/** What takes the records of a kind in addition to its spool. */
interface Takers {
  readonly early: EarlyBatches | undefined;
  readonly compared: ComparedRecords | undefined;
}

/** The kinds of a plan whose records are spooled. */
export class SpooledKinds implements Disposable {
  readonly #checker: Checker;
  /** Reused for all kinds, one after the other. */
  readonly #buffers: readonly [RunBuffer, RunBuffer] = [new RunBuffer(), new RunBuffer()];
  readonly #kinds = new Map<Kind, SpooledKind>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  open(kind: Kind, { early, compared }: Takers): void {
    const spool = this.#checker.open(kind, this.#buffers, { early, compared });
    this.#kinds.set(kind, { spool, early });
  }

  /** Ends the open kind. */
  close(kind: Kind): void {
    this.#checker.close();
    const { spool, early } = this.#kinds.get(kind)!;
    // The groups are read again for warnings about large ones.
    if (early !== undefined && kinds[kind].hasMembers !== true) spool[Symbol.dispose]();
  }

  get(kind: Kind): SpooledKind | undefined {
    return this.#kinds.get(kind);
  }

  /** Those whose records are not in batches yet. */
  get notCut(): RecordSpool[] {
    const notCut = [...this.#kinds.values()].filter(({ early }) => early === undefined);
    return notCut.map(({ spool }) => spool);
  }

  /** Memory that is free when all rows are read. */
  get memory(): RunBuffer['bytes'] {
    return this.#buffers[0].bytes;
  }

  [Symbol.dispose](): void {
    for (const { spool } of this.#kinds.values()) spool[Symbol.dispose]();
  }
}

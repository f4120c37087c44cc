import type { Kind, Origin } from '@chatferry/contract';
import type { Batch } from './batch.ts';
import { type BatchColumns, checksumOf } from './batch-checksum.ts';
import { damagedPlan } from './plan-error.ts';

/** A row of the table `batches`. */
export interface BatchRow extends BatchColumns {
  readonly kind: Kind;
  readonly crc32: number;
}

/** A batch of the plan file. Its details are parsed on first use. */
export class StoredBatch implements Batch {
  readonly seq: number;
  readonly kind: Kind;
  readonly lane: number;
  readonly records: number;
  readonly body: Uint8Array;
  readonly #row: Pick<BatchRow, 'ends' | 'origins'>;
  readonly #files: ReadonlyMap<number, string>;
  #ends: readonly number[] | undefined;
  #origins: readonly Origin[] | undefined;

  /** @throws {PlanError} `damaged` */
  constructor(row: BatchRow, files: ReadonlyMap<number, string>, path: string) {
    if (checksumOf(row) !== row.crc32)
      throw damagedPlan(path, `batch ${row.seq} does not match its checksum`);
    this.seq = row.seq;
    this.kind = row.kind;
    this.lane = row.lane;
    this.records = row.records;
    this.body = row.body;
    this.#row = row;
    this.#files = files;
  }

  get ends(): readonly number[] {
    return (this.#ends ??= JSON.parse(this.#row.ends) as number[]);
  }

  get origins(): readonly Origin[] {
    return (this.#origins ??= this.#readOrigins());
  }

  #readOrigins(): Origin[] {
    const numbers = JSON.parse(this.#row.origins) as number[];
    return this.ends.map((_, index) => ({
      file: this.#files.get(numbers[index * 2]!)!,
      line: numbers[index * 2 + 1]!,
    }));
  }
}

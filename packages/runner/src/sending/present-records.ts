/** A record that was in the service before the job. */
export interface PresentRecord {
  readonly seq: number;
  /** 0-based, in the batch. */
  readonly position: number;
  /** Names of the fields that differ; empty when all are the same. */
  readonly fields: readonly string[];
}

/** Users and groups that a run has found in the service before it sent them. They are settled without being sent. */
export class PresentRecords {
  readonly #bySeq = new Map<number, PresentRecord[]>();

  add(record: PresentRecord): void {
    const found = this.#bySeq.get(record.seq);
    if (found === undefined) this.#bySeq.set(record.seq, [record]);
    else found.push(record);
  }

  /** The records of a batch that were found. */
  of(seq: number): readonly PresentRecord[] {
    return this.#bySeq.get(seq) ?? [];
  }
}

import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { LandedReading } from './landed-reading.ts';
import type { LandedRecords } from './read-landed.ts';

/** Takes landed records as they are read, and waits for the records of a kind when they are needed. */
export class LandedIntake implements Disposable {
  readonly #reading: LandedReading;
  readonly #take: (records: LandedRecords) => void;
  /** The kind of the last taken records. */
  #taken: Kind = kindsInOrder[0]!;

  constructor(reading: LandedReading, take: (records: LandedRecords) => void) {
    this.#reading = reading;
    this.#take = take;
  }

  /** Takes the records that are available without waiting. */
  takeRead(): void {
    while (this.#takeNext(false));
  }

  /** Waits until all records of a kind are taken. Records arrive in the order of the kinds. */
  takeThrough(kind: Kind): void {
    const order = kindsInOrder.indexOf(kind);
    while (kindsInOrder.indexOf(this.#taken) <= order && this.#takeNext(true));
  }

  #takeNext(waits: boolean): boolean {
    const records = this.#reading.next(waits);
    if (records === undefined) return false;
    this.#take(records);
    this.#taken = records.row.kind;
    return true;
  }

  [Symbol.dispose](): void {
    this.#reading[Symbol.dispose]();
  }
}

import { join } from 'node:path';
import type { Kind } from '@chatferry/contract';
import { UNKNOWN } from '../plan/landed-parts.ts';
import { numberEntry } from '../spool/number-entry.ts';
import { RecordReader } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { Bitmap } from '../storage/bitmap.ts';
import { HashParts } from '../storage/hash-parts.ts';
import { ContentDigest, idKey } from './content-digest.ts';
import { joinParts, numbered, REJECTED } from './join-parts.ts';
import { keysOf, type LandedRecords } from './read-landed.ts';

/** What is found about the records of a kind. Landed records are given by their numbers. */
export interface FoundRecords {
  /** Called for a record of this export that landed with the same content. @param others landed records whose ids have the same hash */
  readonly onSame: (landed: number, others: readonly number[]) => void;
  /** Called for a record whose id has the hash of a landed one with other content. */
  readonly onOther: (ordinal: number, landed: number) => unknown;
}

/** The records of one kind of this export, and those that landed before. */
export class ComparedKind implements Disposable {
  readonly #kind: Kind;
  readonly #digest = new ContentDigest();
  /** Hash of the id, digest and number of each landed record. */
  readonly #landed: HashParts;
  /** Hash of the id, digest and ordinal of each record of this export. */
  readonly #own: HashParts;
  /** Ordinals. */
  readonly unchanged: Bitmap = new Bitmap();
  /** Ordinals of records whose id has the hash of a landed one with other content. */
  readonly differing: Bitmap = new Bitmap();
  /** Numbers of landed records that this export has. */
  readonly seen: Bitmap = new Bitmap();
  #count = 0;
  #different = 0;

  constructor(folder: string, kind: Kind) {
    this.#kind = kind;
    this.#landed = new HashParts(join(folder, `${kind}.landed`));
    this.#own = new HashParts(join(folder, `${kind}.compared`));
  }

  /** How many landed records there are. */
  get count(): number {
    return this.#count;
  }

  /** How many records of this export are to be compared, and not unchanged. Call it after `compare`. */
  get different(): number {
    return this.#different;
  }

  addLanded({ row, hashes }: LandedRecords): void {
    const count = hashes.length / 2;
    for (let nth = 0; nth < count; nth++)
      this.#landed.add(hashes[nth * 2]!, hashes[nth * 2 + 1]!, row.first + nth);
    this.#count += count;
  }

  /** Adds a record of this export. */
  add(wire: Uint8Array, ordinal: number): void {
    this.#own.add(idKey(wire), this.#digest.of(this.#kind, wire), ordinal);
  }

  /** Notes that the export has a row for this id, which is rejected. */
  addRejected(id: string): void {
    this.#own.add(keysOf([id])[0]!, UNKNOWN, REJECTED);
  }

  /** @param spool undefined when the export has no record of the kind */
  compare(spool: RecordSpool | undefined, found: FoundRecords): void {
    this.#different = spool?.records ?? 0;
    if (this.#landed.isEmpty) return this.#own.free();
    if (spool?.hasNumbered === true) this.#addNumbered(spool);
    joinParts(this.#landed, this.#own, {
      isPlanned: (ordinal, isNumbered) =>
        !spool!.dropped.has(ordinal) &&
        !spool!.moved.has(ordinal) &&
        isNumbered === (spool!.numberOf(ordinal) !== undefined),
      onSame: (ordinal, number, others) => {
        this.unchanged.add(ordinal);
        this.#different--;
        this.seen.add(number);
        found.onSame(number, others);
      },
      onOther: (ordinal, number) => {
        this.differing.add(ordinal);
        found.onOther(ordinal, number);
      },
      onRejected: (number) => this.seen.add(number),
    });
    this.#landed.free();
    this.#own.free();
  }

  /** Adds the records again that have a number in their id since their duplicates are settled. */
  #addNumbered(spool: RecordSpool): void {
    const reader = new RecordReader(spool);
    for (let slot = 0; slot < spool.records; slot++) {
      const ordinal = reader.ordinalOf(slot);
      const number = spool.numberOf(ordinal);
      if (number === undefined) continue;
      const entry = numberEntry(this.#kind, reader.read(slot).wire, number);
      this.add(entry, numbered(ordinal));
    }
  }

  [Symbol.dispose](): void {
    this.#landed[Symbol.dispose]();
    this.#own[Symbol.dispose]();
  }
}

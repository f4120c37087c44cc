import { join } from 'node:path';
import { freeIdHash, type Kind, kinds } from '@chatferry/contract';
import { UNKNOWN } from '../plan/landed-parts.ts';
import { numberEntry } from '../spool/number-entry.ts';
import { RecordReader } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { Bitmap } from '../storage/bitmap.ts';
import { HashParts } from '../storage/hash-parts.ts';
import { HashSet } from '../storage/hash-set.ts';
import { bytesKey, ContentDigest, idKey } from './content-digest.ts';
import { joinParts, LANDED_WIDTH, UNPLANNED } from './join-parts.ts';
import { HASHES, keysOf, type LandedRecords } from './read-landed.ts';

/** Receives the comparison results of a kind. Landed records are given by their numbers. */
export interface FoundRecords {
  /** Called for a record of this export that landed with the same content. @param others landed records whose ids have the same hash */
  readonly onSame: (landed: number, others: readonly number[]) => void;
  /** Called for each landed record with other content whose id has the hash of this record's id. */
  readonly onOther: (ordinal: number, landed: number) => unknown;
}

/** The records of one kind of this export, and the landed records of that kind. */
export class ComparedKind implements Disposable {
  readonly #kind: Kind;
  readonly #digest = new ContentDigest();
  readonly #folder: string;
  readonly #landed: HashParts;
  /** Hash of the id, hash of the bytes and ordinal of each record of this export. */
  readonly #own: HashParts;
  /** Ordinals of records that landed with the same content. */
  readonly unchanged: Bitmap = new Bitmap();
  /** Ordinals of records whose id has the same hash as a landed record with other content. */
  readonly differing: Bitmap = new Bitmap();
  /** Numbers of landed records that this export has. */
  readonly seen: Bitmap = new Bitmap();
  /** Hashes of the ids of rows that are not planned. Records of such a row can have its id with a number appended. */
  #unplanned: HashSet | undefined;
  #count = 0;
  #different = 0;

  constructor(folder: string, kind: Kind) {
    this.#kind = kind;
    this.#folder = folder;
    this.#landed = new HashParts(join(folder, `${kind}.landed`), LANDED_WIDTH);
    this.#own = new HashParts(join(folder, `${kind}.compared`));
  }

  /** The number of landed records. */
  get count(): number {
    return this.#count;
  }

  /** The number of records of this export that are not known to be unchanged. `compare` counts them. */
  get different(): number {
    return this.#different;
  }

  addLanded({ row, hashes }: LandedRecords): void {
    const count = hashes.length / HASHES;
    for (let nth = 0, at = 0; nth < count; nth++, at += HASHES)
      this.#landed.add(hashes[at]!, hashes[at + 1]!, row.first + nth, hashes[at + 2]);
    this.#count += count;
  }

  /** Adds a record of this export. */
  add(wire: Uint8Array, ordinal: number): void {
    this.#own.add(idKey(wire), bytesKey(wire), ordinal);
  }

  /** Notes that the export has a row for this id, which does not become a record of this kind. */
  addUnplanned(id: string): void {
    this.#own.add(keysOf([id])[0]!, UNKNOWN, UNPLANNED);
    if (kinds[this.#kind].hasFreeIds === true)
      (this.#unplanned ??= new HashSet()).add(freeIdHash(id));
  }

  /** Whether a landed record may come from a row that is not planned now: an equal row, or a part of a split row, with a numbered id. */
  mayBeOfUnplanned(id: string): boolean {
    const base = this.#unplanned && /^(.+)-\d+$/s.exec(id)?.[1];
    return base !== undefined && this.#unplanned!.has(freeIdHash(base));
  }

  /**
   * Compares the bytes of records, and then the contents of the records whose bytes differ: most records of most exports are unchanged.
   *
   * @param spool undefined when the export has no record of the kind
   */
  compare(spool: RecordSpool | undefined, found: FoundRecords): void {
    this.#different = spool?.records ?? 0;
    if (this.#landed.isEmpty) return this.#own.free();
    const isPlanned = (ordinal: number): boolean =>
      !spool!.dropped.has(ordinal) && !spool!.moved.has(ordinal);
    const unsure = new Bitmap();
    for (const ordinal of spool?.numbered ?? []) if (isPlanned(ordinal)) unsure.add(ordinal);
    const onSame = (ordinal: number, landed: number, others: readonly number[]): void => {
      this.unchanged.add(ordinal);
      this.#different--;
      this.seen.add(landed);
      found.onSame(landed, others);
    };
    joinParts(this.#landed, this.#own, 'bytes', {
      // The stored id lacks its number, so a numbered record is compared by its content.
      isCompared: (ordinal) => isPlanned(ordinal) && !unsure.has(ordinal),
      onSame,
      onOther: (ordinal) => unsure.add(ordinal),
      onUnplanned: (landed) => this.seen.add(landed),
    });
    this.#own.free();
    if (unsure.size > 0) {
      using contents = this.#contentsOf(spool!, unsure);
      joinParts(this.#landed, contents, 'content', {
        isCompared: () => true,
        onSame,
        onOther: (ordinal, landed) => {
          this.differing.add(ordinal);
          found.onOther(ordinal, landed);
        },
        onUnplanned: () => {},
      });
      contents.free();
    }
    this.#landed.free();
  }

  /** Hash of the id, digest and ordinal of some records. */
  #contentsOf(spool: RecordSpool, ordinals: Bitmap): HashParts {
    const contents = new HashParts(join(this.#folder, `${this.#kind}.contents`));
    const reader = new RecordReader(spool);
    for (let slot = 0; slot < spool.records; slot++) {
      const ordinal = reader.ordinalOf(slot);
      if (!ordinals.has(ordinal)) continue;
      const { wire } = reader.read(slot);
      const number = spool.numberOf(ordinal);
      const entry = number === undefined ? wire : numberEntry(this.#kind, wire, number);
      contents.add(idKey(entry), this.#digest.of(this.#kind, entry), ordinal);
    }
    return contents;
  }

  [Symbol.dispose](): void {
    this.#landed[Symbol.dispose]();
    this.#own[Symbol.dispose]();
  }
}

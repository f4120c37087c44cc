import { column, COLUMNS, originOf, type RecordBlock } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import { packOrigin } from '../spool/origin.ts';
import { withoutBlanks } from '../spool/wire.ts';
import { RecordReader } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { Bitmap } from '../storage/bitmap.ts';
import type { BlockNotes } from './block-notes.ts';
import type { Duplicates } from '../duplicates/duplicates.ts';
import type { EqualRows } from '../duplicates/equal-rows.ts';
import type { LaterRecords } from '../references/later-records.ts';
import type { RecordCheck } from './record-check.ts';
import type { SplitRows } from '../duplicates/split-rows.ts';

/** Takes records of one kind while they are read, block by block. All of them are certain to be planned. */
export interface EarlyRecords {
  /** Copies the bytes of a block. */
  load(wire: Uint8Array): void;
  /** Copies the bytes between two offsets of the loaded block again. */
  change(wire: Uint8Array, start: number, end: number): void;
  /** Adds the record of the loaded block between two offsets. */
  add(start: number, end: number, origin: number): void;
  finish(): void;
}

/** Takes the records of one kind for a later comparison. */
export interface ComparedRecords {
  /** @param wire the record, valid during the call */
  add(wire: Uint8Array, ordinal: number): void;
}

/** The objects that receive the records of a kind in addition to the spool. */
export interface OtherTakers {
  readonly early: EarlyRecords | undefined;
  readonly compared: ComparedRecords | undefined;
  readonly later: LaterRecords | undefined;
}

interface Repeats {
  readonly duplicates: Duplicates;
  readonly splitRows: SplitRows;
  readonly equalRows: EqualRows;
}

/** Processes the blocks of one kind: each record is checked, and spooled unless it is rejected. */
export class KindIntake {
  readonly #spool: RecordSpool;
  readonly #check: RecordCheck;
  readonly #notes: BlockNotes;
  readonly #duplicates: Duplicates;
  readonly #splitRows: SplitRows;
  readonly #equalRows: EqualRows;
  readonly #early: EarlyRecords | undefined;
  readonly #compared: ComparedRecords | undefined;
  readonly #later: LaterRecords | undefined;
  /** Ordinals of records whose hash occurred before. They are cut after the duplicates are settled. */
  readonly #repeated = new Bitmap();
  #hasRepeated = false;

  constructor(
    spool: RecordSpool,
    check: RecordCheck,
    notes: BlockNotes,
    { duplicates, splitRows, equalRows, early, compared, later }: OtherTakers & Repeats,
  ) {
    this.#spool = spool;
    this.#check = check;
    this.#notes = notes;
    this.#duplicates = duplicates;
    this.#splitRows = splitRows;
    this.#equalRows = equalRows;
    this.#early = early;
    this.#compared = compared;
    this.#later = later;
  }

  /** @param input number of the block's input */
  take(block: RecordBlock, input: number): void {
    const spool = this.#spool;
    const early = this.#early;
    const legacyHashes = this.#notes.before(block);
    const landedInstead = this.#notes.landedInstead(block);
    const first = spool.records;
    const isNumbered = block.numbersRepeats === true;
    if (isNumbered) this.#number(block, input);
    early?.load(block.wire);
    const keep = (index: number, start: number, end: number): number => {
      const result = this.#check.check(block, index, end - start, landedInstead?.get(index));
      if (result === 'rejected') {
        if (isNumbered) {
          const id = idOfEntry(block.wire.subarray(start, end));
          this.#equalRows.addRejected(id, input, originOf(block, index).line);
        }
        return start;
      }
      // A record is shorter after its date was dropped.
      const kept = result === 'keep' ? end : withoutBlanks(block.wire, end);
      if (result === 'changed') early?.change(block.wire, start, kept);
      if (result === 'repeat') this.#addRepeated(block, index);
      else
        early?.add(start, kept, packOrigin(input, block.columns[index * COLUMNS + column.line]!));
      this.#compared?.add(block.wire.subarray(start, kept), spool.records);
      this.#later?.take(block.kind, block.columns, index * COLUMNS, spool.records);
      return kept;
    };
    const rejected = spool.append(block, keep, { input, legacyHashes });
    if (block.parts.length > 0) this.#splitRows.note(block, first, rejected);
    this.#notes.after(block, first, rejected);
  }

  #number({ rejected }: RecordBlock, input: number): void {
    this.#equalRows.addInput(input);
    for (const { id, line } of rejected)
      if (id !== undefined) this.#equalRows.addRejected(id, input, line);
  }

  /** Ends the kind. Call it after the duplicates are settled. */
  close(): void {
    if (this.#early === undefined) return;
    if (this.#hasRepeated) this.#addHashCollisions(this.#early);
    this.#early.finish();
  }

  #addRepeated({ columns }: RecordBlock, index: number): void {
    this.#hasRepeated = true;
    this.#repeated.add(this.#spool.records);
    this.#duplicates.repeat(columns[index * COLUMNS + column.idHash]!);
  }

  /** Adds records with different ids that share a hash: they are ordinary records. */
  #addHashCollisions(early: EarlyRecords): void {
    const reader = new RecordReader(this.#spool);
    for (let slot = 0; slot < this.#spool.records; slot++) {
      if (!this.#repeated.has(slot) || this.#spool.dropped.has(slot)) continue;
      const { wire, origin } = reader.read(slot);
      early.load(wire);
      early.add(0, wire.length, origin);
    }
  }
}

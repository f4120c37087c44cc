import {
  column,
  COLUMNS,
  idHash,
  type Kind,
  kinds,
  type Problem,
  problem,
  type RecordBlock,
} from '@chatferry/contract';
import { idOfEntry } from '../batch.ts';
import { bodyFrame } from './batch-cutter.ts';
import type { BatchSink } from './batch-sink.ts';
import { Bitmap } from './bitmap.ts';
import type { CompileParts } from './compile-parts.ts';
import { fault } from './directory.ts';
import { wordDuplicate } from './duplicate-words.ts';
import { type Duplicate, Duplicates } from './duplicates.ts';
import { canCutEarly, EarlyBatches } from './early-batches.ts';
import { type Faulty, faultyRecord, notAMember } from './fault-finder.ts';
import { bucketOf, BUCKETS } from './lanes.ts';
import { fileOf, lineOf, packOrigin } from './origin.ts';
import { RecordReader, type StoredRecord } from './record-reader.ts';
import { RecordSpool } from './record-spool.ts';
import { SplitRows } from './split-rows.ts';
import { recordText } from './wire.ts';

/** Takes in the blocks of one kind: checks references, spools the records, and settles duplicates at the end. */
export class KindIntake implements Disposable {
  readonly spool: RecordSpool;
  /** Ordinals of records that turned out to be duplicates. */
  readonly dropped: Bitmap = new Bitmap();
  /** Planned messages by bucket of their conversation. */
  readonly counts: Uint32Array = new Uint32Array(BUCKETS);
  readonly #kind: Kind;
  readonly #parts: CompileParts;
  readonly #duplicates: Duplicates;
  readonly #early: EarlyBatches | undefined;
  /** Ordinals of records whose hash came before, so that they wait for what `close` finds out about them. */
  readonly #repeated = new Bitmap();
  #hasRepeated = false;
  #isRepeat = false;
  readonly #splitRows = new SplitRows();
  readonly #frame: number;
  readonly #noted = { bytes: 0, time: 0, hash: 0, bucket: 0, origin: 0, legacyHash: 0 };

  /** @param sink where batches can go while records come in; undefined when they are cut later */
  constructor(kind: Kind, parts: CompileParts, sink?: BatchSink) {
    this.#kind = kind;
    this.#parts = parts;
    this.#frame = bodyFrame(kind);
    this.#early =
      sink === undefined || kind === 'messages' || !canCutEarly(parts.rules)
        ? undefined
        : new EarlyBatches(kind, parts.rules, sink);
    this.#duplicates = new Duplicates(parts.folder, kind, parts.rules.duplicates);
    this.spool = new RecordSpool(parts.folder, kind, parts.buffers, (stored) =>
      this.#duplicates.note(stored),
    );
  }

  /** Whether `close` leaves no record that is not in a batch. */
  get cutsEarly(): boolean {
    return this.#early !== undefined;
  }

  take(block: RecordBlock): void {
    this.#parts.tallies[this.#kind].rows += block.records + block.rejected.length;
    this.#refuseRejected(block);
    const ordinal = this.spool.records;
    const dropped = this.#takeRecords(block, this.#noteRenames(block));
    if (block.parts.length > 0) this.#splitRows.note(block, ordinal, dropped);
    this.#tellWarnings(block, dropped);
    if (this.#kind === 'messages') this.#parts.hosts.look(block.wire, block.columns, COLUMNS);
  }

  /** No more blocks will come. */
  close(): void {
    this.spool.flush();
    for (const duplicate of this.#duplicates.find(this.spool)) this.#settle(duplicate);
    this.#duplicates[Symbol.dispose]();
    const told = problem('other-part-rejected');
    for (const part of this.#splitRows.torn(this.spool, this.dropped))
      this.#refuseStored(idOfEntry(part.wire), part, told);
    this.#parts.directory.closeKind();
    if (this.#early === undefined) return;
    if (this.#hasRepeated) this.#cutStrangers(this.#early);
    this.#early.finish();
  }

  /** Different ids that share a hash are records like all others. */
  #cutStrangers(early: EarlyBatches): void {
    const reader = new RecordReader(this.spool);
    for (let slot = 0; slot < this.spool.records; slot++) {
      if (!this.#repeated.has(slot) || this.dropped.has(slot)) continue;
      const { wire, origin } = reader.read(slot);
      early.load(wire);
      early.add(0, wire.length, origin);
    }
  }

  #refuseRejected({ kind, file, rejected }: RecordBlock): void {
    for (const { line, id, problems, row } of rejected)
      this.#parts.refusals.refuse({
        kind,
        id,
        origin: { file, line },
        found: problems.map((each) => ({ problem: each })),
        row,
      });
  }

  /** @returns for each record the hash of its own legacy id, 0 when that is unchanged; undefined when all are */
  #noteRenames({ renamed, records }: RecordBlock): Float64Array | undefined {
    let hashes: Float64Array | undefined;
    for (const { index, kind, from, to } of renamed) {
      const hash = this.#parts.idMap.note(kind, from, to);
      if (kind !== this.#kind) continue;
      hashes ??= new Float64Array(records);
      hashes[index] = hash;
    }
    return hashes;
  }

  /** The loop that every record goes through: numbers only, and no object for a record that is in order. */
  #takeRecords(block: RecordBlock, legacyHashes: Float64Array | undefined): ReadonlySet<number> {
    const { columns, wire, records } = block;
    const input = this.#parts.inputs.numberOf(this.#kind, block.file);
    const dropped = new Set<number>();
    const { spool } = this;
    const early = this.#early;
    early?.load(wire);
    const noted = this.#noted;
    const ofMessages = this.#kind === 'messages';
    let start = 0;
    let copied = 0;
    for (let index = 0, at = 0; index < records; index++, at += COLUMNS) {
      const end = columns[at + column.end]!;
      if (!this.#keeps(block, index, at, end - start)) {
        dropped.add(index);
        spool.copy(wire, copied, start);
        copied = end;
        start = end;
        continue;
      }
      if (spool.isFull(end - start)) {
        spool.copy(wire, copied, start);
        copied = start;
        spool.endRun();
      }
      noted.bytes = end - start;
      noted.hash = columns[at + column.idHash]!;
      noted.origin = packOrigin(input, columns[at + column.line]!);
      noted.legacyHash = legacyHashes === undefined ? 0 : legacyHashes[index]!;
      if (ofMessages) {
        // Only messages are put in order of time and dealt to lanes by conversation.
        noted.time = columns[at + column.time]!;
        noted.bucket = bucketOf(columns[at + column.group]! || columns[at + column.pair]!);
        this.counts[noted.bucket]!++;
      }
      if (this.#isRepeat) this.#repeated.add(spool.records);
      else early?.add(start, end, noted.origin);
      spool.note(noted);
      start = end;
    }
    spool.copy(wire, copied, start);
    spool.writeOn();
    return dropped;
  }

  #keeps(block: RecordBlock, index: number, at: number, bytes: number): boolean {
    const { directory, rules, causes, tallies } = this.#parts;
    const faults = directory.faults(this.#kind, block.columns, at);
    const tooLarge = bytes + this.#frame > rules.maxRequestBytes;
    const isWarning = faults === fault.notAMember && rules.senderNotMember === 'warn' && !tooLarge;
    if (isWarning && causes.warnAgain('messages', 'not-a-member', 'sender')) {
      tallies.messages.warnings++;
      return true;
    }
    if ((faults !== 0 || tooLarge) && !this.#passes(block, index, faults, tooLarge ? bytes : 0))
      return false;
    this.#isRepeat = directory.enter(this.#kind, block.columns, at);
    if (this.#isRepeat) {
      this.#hasRepeated = true;
      this.#duplicates.repeat(block.columns[at + column.idHash]!);
    }
    return true;
  }

  /** Looks closer at a record with faults. @param excess its bytes when it fits into no request, else 0 */
  #passes(block: RecordBlock, index: number, faults: number, excess: number): boolean {
    const record = faultyRecord(block, index);
    const { id, origin, kind, wire } = record;
    const detail = `${excess} bytes, a request has ${this.#parts.rules.maxRequestBytes}`;
    const already = excess === 0 ? [] : [{ problem: problem('record-too-large', { detail }) }];
    const found = this.#parts.finder.problemsOf(record, faults, already);
    if (found.length > 0)
      this.#parts.refusals.refuse({ kind, id, origin, found, row: recordText(wire) });
    else if ((faults & fault.notAMember) !== 0) this.#warnNotAMember(record);
    return found.length === 0;
  }

  #warnNotAMember(record: Faulty): void {
    this.#parts.tallies.messages.warnings++;
    const { kind, id, origin } = record;
    this.#parts.causes.count({ severity: 'warning', kind, id, ...origin, ...notAMember(record) });
  }

  #tellWarnings(block: RecordBlock, dropped: ReadonlySet<number>): void {
    const { kind, file, columns } = block;
    for (const { index, problem: told } of block.warnings) {
      if (dropped.has(index)) continue;
      this.#parts.tallies[kind].warnings++;
      const line = columns[index * COLUMNS + column.line]!;
      this.#parts.causes.count({ severity: 'warning', kind, file, line, ...told });
    }
  }

  #settle({ standing, other, differing }: Duplicate): void {
    const { tallies, rules, idMap } = this.#parts;
    const isSameId = standing.legacyHash === other.legacyHash;
    if (differing.length === 0 && isSameId) {
      tallies[this.#kind].merged++;
      this.#drop(other);
      return;
    }
    const id = idOfEntry(other.wire);
    const legacyId = (record: StoredRecord): string =>
      idMap.legacyOf(this.#kind, id, record.legacyHash);
    const words = (from: StoredRecord, to: StoredRecord): Problem =>
      wordDuplicate(rules.duplicates, {
        field: kinds[this.#kind].key,
        id,
        place: `${this.#fileOf(to)}:${lineOf(to.origin)}`,
        differing,
        ...(isSameId ? {} : { legacyIds: [legacyId(from), legacyId(to)] as const }),
      });
    this.#refuseStored(id, other, words(other, standing));
    if (rules.duplicates !== 'reject' || this.dropped.has(standing.ordinal)) return;
    this.#refuseStored(id, standing, words(standing, other));
  }

  /** Takes a spooled record out of the plan again. */
  #refuseStored(id: string, record: StoredRecord, told: Problem): void {
    const { directory, refusals, rules } = this.#parts;
    const origin = { file: this.#fileOf(record), line: lineOf(record.origin) };
    const row = recordText(record.wire);
    refusals.refuse({ kind: this.#kind, id, origin, found: [{ problem: told }], row });
    this.#drop(record);
    this.#splitRows.fell(record.ordinal);
    if (rules.duplicates === 'reject') directory.remove(this.#kind, idHash(id));
  }

  #drop({ ordinal, bucket }: StoredRecord): void {
    this.dropped.add(ordinal);
    if (this.#kind === 'messages') this.counts[bucket]!--;
  }

  #fileOf({ origin }: StoredRecord): string {
    return this.#parts.inputs.fileOf(fileOf(origin));
  }

  [Symbol.dispose](): void {
    this.#duplicates[Symbol.dispose]();
    this.spool[Symbol.dispose]();
  }
}

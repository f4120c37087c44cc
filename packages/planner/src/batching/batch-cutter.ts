import { type Kind, kinds } from '@chatferry/contract';
import { bodyFrame, bodyHead } from '../plan/batch.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { fileOf, lineOf } from '../spool/origin.ts';
import type { BatchSink } from './batch-sink.ts';

const comma = 0x2c;
const brace = 0x7d;

/** Maximum number of records in one request of this kind. */
function recordsPerRequestOf(
  kind: Kind,
  { recordsPerRequest }: Pick<PlanRules, 'recordsPerRequest'>,
): number {
  return Math.min(recordsPerRequest, kinds[kind].recordsPerRequest);
}

/** Maximum bytes of a batch of this kind. @param largest size of the largest record in bytes */
export function batchBytes(
  kind: Kind,
  largest: number,
  { maxRequestBytes, ...rules }: PlanRules,
): number {
  const recordsPerRequest = recordsPerRequestOf(kind, rules);
  return Math.min(bodyFrame(kind) + recordsPerRequest * (largest + 1), maxRequestBytes + 1);
}

/** The batch of a lane that is being filled. */
interface OpenBatch {
  readonly start: number;
  end: number;
  records: number;
  readonly ends: Uint32Array;
  readonly origins: Uint32Array;
}

/** Fills a batch for each lane and passes it on when it is full. The batches grow in a shared arena. */
export class BatchCutter {
  readonly #kind: Kind;
  #arena: Uint8Array;
  readonly #rules: PlanRules;
  readonly #sink: BatchSink;
  readonly #head: Uint8Array;
  readonly #recordsPerRequest: number;
  readonly #open: OpenBatch[];
  #next = 0;
  #owner = 0;

  /** @param arena begins with `batchBytes` bytes for each lane */
  constructor(kind: Kind, arena: Uint8Array, room: number, rules: PlanRules, sink: BatchSink) {
    this.#kind = kind;
    this.#arena = arena;
    this.#rules = rules;
    this.#sink = sink;
    this.#head = bodyHead(kind);
    this.#recordsPerRequest = recordsPerRequestOf(kind, rules);
    const most = rules.recordsPerRequest;
    const numbers = new Uint32Array(rules.lanes * most * 3); // One array for all lanes: many small arrays are slow to allocate.
    this.#open = Array.from({ length: rules.lanes }, (_, lane) => {
      const at = lane * most * 3;
      return {
        start: lane * room,
        end: lane * room,
        records: 0,
        ends: numbers.subarray(at, at + most),
        origins: numbers.subarray(at + most, at + most * 3),
      };
    });
  }

  /** Continues in another arena, which contains copies of the open batches. */
  moveTo(arena: Uint8Array): void {
    this.#arena = arena;
  }

  /** Adds a record in the arena to its lane's batch. */
  add(lane: number, start: number, end: number, origin: number): void {
    const open = this.#open[lane]!;
    if (open.records > 0 && !this.#fits(open, end - start)) this.#cut(lane);
    if (open.records === 0) {
      this.#arena.set(this.#head, open.start);
      open.end = open.start + this.#head.length;
    } else {
      this.#arena[open.end++] = comma;
    }
    this.#arena.copyWithin(open.end, start, end);
    open.end += end - start;
    open.ends[open.records] = open.end - open.start;
    open.origins[open.records * 2] = fileOf(origin);
    open.origins[open.records * 2 + 1] = lineOf(origin);
    open.records++;
  }

  /**
   * Adds a record of a kind whose batches go to the lanes in rotation.
   *
   * @param owner a batch holds records of one owner only
   */
  addInTurn(start: number, end: number, origin: number, owner = 0): void {
    const open = this.#open[this.#next]!;
    if (open.records > 0 && (owner !== this.#owner || !this.#fits(open, end - start))) {
      this.#cut(this.#next);
      this.#next = (this.#next + 1) % this.#open.length;
    }
    this.#owner = owner;
    this.add(this.#next, start, end, origin);
  }

  /** Passes on the batches that are not full. */
  finish(): void {
    for (const [lane, { records }] of this.#open.entries()) if (records > 0) this.#cut(lane);
  }

  #fits({ start, end, records }: OpenBatch, bytes: number): boolean {
    const { maxRequestBytes } = this.#rules;
    return records < this.#recordsPerRequest && end - start + 1 + bytes + 2 <= maxRequestBytes;
  }

  #cut(lane: number): void {
    const open = this.#open[lane]!;
    this.#arena.fill(brace, open.end, open.end + 2);
    const body = this.#arena.subarray(open.start, open.end + 2);
    this.#sink.add({
      kind: this.#kind,
      lane,
      records: open.records,
      ends: open.ends.subarray(0, open.records),
      origins: open.origins.subarray(0, open.records * 2),
      body,
    });
    open.records = 0;
  }
}

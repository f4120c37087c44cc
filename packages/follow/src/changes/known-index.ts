import { idHash, type Kind, kinds, kindsInOrder, REMAINING } from '@chatferry/contract';
import {
  type Batch,
  batchPlace,
  type EarlierJob,
  entryOf,
  KnownRecords,
  type KnownRecord,
  landedPlace,
  placeInBatch,
  type Plan,
  type PlanSegment,
  recordOfEntry,
  subjectOf,
} from '@chatferry/planner';
import type { FollowState } from '../state/follow-state.ts';
import { close, closeBefore, noteOpen, openPlaces } from './open-records.ts';
import { endWaiting } from './rung-keys.ts';

/** The records that the app holds, by kind and id. */
export class KnownIndex {
  readonly #state: FollowState;
  readonly #records: KnownRecords;

  /** @param before the plan of the earlier job */
  constructor(state: FollowState, job: EarlierJob, before: Plan) {
    this.#state = state;
    this.#records = new KnownRecords(job, before);
  }

  has(kind: Kind, id: string): boolean {
    return this.find(kind, id) !== undefined;
  }

  find(kind: Kind, id: string): KnownRecord | undefined {
    return this.#placed(kind, id)?.record;
  }

  /** When an id landed more than once, the latest record counts. */
  #placed(kind: Kind, id: string): { record: KnownRecord; sent: number } | undefined {
    const rows = this.#state
      .sql(
        'SELECT sent, content FROM known WHERE kind = ? AND hash = ? ORDER BY sent < 0, abs(sent) DESC',
      )
      .all(kind, idHash(id)) as unknown as { sent: number; content: number }[];
    for (const places of rows) {
      const record = this.#records.read(kind, places);
      if (record?.id === id) return { record, sent: places.sent };
    }
    return undefined;
  }

  put(kind: Kind, id: string, place: number): void {
    this.remove(kind, id);
    this.#state
      .sql('INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?)')
      .run(kind, idHash(id), place, place);
  }

  update(kind: Kind, id: string, place: number): void {
    const found = this.#placed(kind, id);
    if (found === undefined) return;
    this.#state
      .sql('UPDATE known SET content = ? WHERE kind = ? AND hash = ? AND sent = ?')
      .run(place, kind, idHash(id), found.sent);
  }

  remove(kind: Kind, id: string): void {
    for (;;) {
      const found = this.#placed(kind, id);
      if (found === undefined) return;
      this.#state
        .sql('DELETE FROM known WHERE kind = ? AND hash = ? AND sent = ?')
        .run(kind, idHash(id), found.sent);
    }
  }
}

/** Fills an empty index with the records that landed before a plan. Call it in a transaction. */
export function indexLanded(state: FollowState, plan: Plan): void {
  const insert = state.sql('INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?)');
  for (const kind of kindsInOrder)
    for (const { first, ids } of plan.landed.parts(kind))
      for (const [position, id] of ids.entries()) {
        const place = landedPlace(first + position);
        insert.run(kind, idHash(id), place, place);
      }
}

/** The index, and the job that has sent the records to enter. */
interface Entering {
  readonly state: FollowState;
  readonly index: KnownIndex;
  readonly job: EarlierJob;
}

/** Enters the records of a segment with known outcomes. Call it in the order of the segments, in a transaction. */
export function indexSegment(
  entering: Entering,
  { first, last }: Pick<PlanSegment, 'first' | 'last'>,
): void {
  const { state, job } = entering;
  for (let seq = first; seq <= last; seq++) {
    const batch = job.plan.batch(seq);
    const marks = job.marksOf(seq) ?? '';
    for (const position of batch.ends.keys()) {
      const { id } = entryOf(batch, position);
      closeBefore(state, batch.kind, id, batchPlace(first, 0));
      const mark = marks[position] ?? '.';
      if (mark === '.') noteOpen(state, batch.kind, id, batchPlace(seq, position));
      else enter(entering, batch, position, mark);
    }
  }
}

/**
 * Enters the records that a retry has sent since their segment was entered. Call it in a transaction.
 *
 * @returns their ids
 */
export function indexLandedSince(entering: Entering): readonly string[] {
  const { state, job } = entering;
  const landed: string[] = [];
  for (const place of openPlaces(state)) {
    const { seq, position } = placeInBatch(place);
    const mark = job.marksOf(seq)?.[position] ?? '.';
    if (mark === '.') continue;
    const batch = job.plan.batch(seq);
    const { id } = entryOf(batch, position);
    enter(entering, batch, position, mark);
    close(state, batch.kind, id, place);
    landed.push(id);
  }
  return landed;
}

function enter({ state, index }: Entering, batch: Batch, position: number, mark: string): void {
  const { kind, seq } = batch;
  const { id, wire } = entryOf(batch, position);
  const { changes, isRemoval, routes } = kinds[kind];
  if (changes === undefined) {
    index.put(kind, id, batchPlace(seq, position));
    endWaiting(state, 'missing', `${subjectOf(kind)}:${id}`);
    return;
  }
  if (mark !== 'l' && mark !== 'h') return;
  if (kind === 'reactivations') return index.remove('deactivations', id);
  if (isRemoval === true)
    for (const each of kindsInOrder)
      if (kinds[each].changes === undefined && subjectOf(each) === changes) index.remove(each, id);
  // If a field could not be changed, it differs forever. The record is then compared with the content that landed.
  if (routes.chat.by === 'updates' && recordOfEntry(wire)[REMAINING] === undefined)
    index.update(changes, id, batchPlace(seq, position));
}

import { freeIdHash, type Kind, kinds, kindsInOrder, muidOfReaction } from '@chatferry/contract';
import { type Batch, entryOf } from './batch.ts';
import type { PlanSegment } from './plan-segment.ts';

/** The parts of a plan of several segments that are used here. */
interface SegmentedBatches {
  readonly segments: readonly PlanSegment[];
  readonly batch: (seq: number) => Batch;
}

/** For each subject, and the hash of each id, the first batch of the latest segment that decides about the record. */
type Latest = Map<Kind, Map<number, number>>;

/** Records that later segments replace. For each id, the app should hold only the record of the latest segment that has it. */
export class Superseded {
  /** Segments that contain the whole record again, or remove it. */
  readonly #replaced: Latest = new Map();
  readonly #updated: Latest = new Map();
  /** Segments that remove a message, by its id. Its reactions go with it. */
  readonly #removed: Latest = new Map();

  /** Reads the batches of all segments after the first. */
  constructor(plan: SegmentedBatches) {
    for (const { first, last } of plan.segments.slice(1))
      for (let seq = first; seq <= last; seq++) {
        const batch = plan.batch(seq);
        const { kind } = batch;
        note(isUpdate(kind) ? this.#updated : this.#replaced, batch, first);
        if (kind === 'messageRemovals') note(this.#removed, batch, first);
      }
  }

  /** Whether a segment after the batch decides about the record. */
  has(kind: Kind, id: string, seq: number): boolean {
    return (
      this.isReplaced(kind, id, seq) ||
      this.isUpdated(kind, id, seq) ||
      (kind === 'reactions' && isLater(this.#removed, 'messages', muidOfReaction(id), seq))
    );
  }

  /** Whether a segment after the batch contains the record again, or removes it. */
  isReplaced(kind: Kind, id: string, seq: number): boolean {
    return isLater(this.#replaced, kind, id, seq);
  }

  /** Whether a segment after the batch updates the record. */
  isUpdated(kind: Kind, id: string, seq: number): boolean {
    return isLater(this.#updated, kind, id, seq);
  }
}

/** Notes that the segment which begins with the batch `first` decides about the records of a batch. */
function note(latest: Latest, batch: Batch, first: number): void {
  const subject = subjectOf(batch.kind);
  let ofSubject = latest.get(subject);
  if (ofSubject === undefined) latest.set(subject, (ofSubject = new Map()));
  for (const position of batch.ends.keys())
    ofSubject.set(freeIdHash(entryOf(batch, position).id), first);
}

function isLater(latest: Latest, kind: Kind, id: string, seq: number): boolean {
  return (latest.get(subjectOf(kind))?.get(freeIdHash(id)) ?? 0) > seq;
}

function isUpdate(kind: Kind): boolean {
  return kinds[kind].routes.chat.by === 'updates';
}

/** For each kind, the kind that names the part of the app's state which its records decide. */
const subjects = new Map<Kind, Kind>(
  kindsInOrder.map((kind) => {
    const { changes, isRemoval, derivedFrom } = kinds[kind];
    if (kind === 'reactivations') return [kind, 'deactivations'];
    if (changes !== undefined && (isRemoval === true || isUpdate(kind))) return [kind, changes];
    return [kind, derivedFrom?.isWhole === true ? derivedFrom.kind : kind];
  }),
);

/** The subject of records of a kind: `userUpdates` are about users, `messageRemovals` and replies about messages. */
export function subjectOf(kind: Kind): Kind {
  return subjects.get(kind)!;
}

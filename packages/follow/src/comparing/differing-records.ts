import type { Kind } from '@chatferry/contract';
import type { DifferingSegment } from '@chatferry/job/following';
import type { PlanSegment } from '@chatferry/planner';
import type { ComparedRecord } from '@chatferry/runner';
import type { FollowState } from '../state/follow-state.ts';

/** How many ids of a kind are kept. */
const EXAMPLES = 3;

/** Collects the records of compared segments that the app does not hold as planned. */
export class DifferingRecords {
  readonly #segments: readonly PlanSegment[];
  readonly #found = new Map<number, Map<Kind, { records: number; ids: string[] }>>();

  constructor(segments: readonly PlanSegment[]) {
    this.#segments = segments;
  }

  take(kind: Kind, { is, planned: { id, seq } }: ComparedRecord): void {
    if (is === 'same' || is === 'hidden') return;
    const { no } = this.#segments.find(({ first, last }) => first <= seq && seq <= last)!;
    const kinds = this.#found.get(no) ?? new Map<Kind, { records: number; ids: string[] }>();
    const found = kinds.get(kind) ?? { records: 0, ids: [] };
    found.records++;
    if (found.ids.length < EXAMPLES) found.ids.push(id);
    this.#found.set(no, kinds.set(kind, found));
  }

  /** The segments that have such records. @param at when they were compared, milliseconds since 1970 */
  segmentsAt(at: number): DifferingSegment[] {
    return [...this.#found].map(([no, kinds]) => ({
      no,
      at,
      kinds: [...kinds].map(([kind, found]) => ({ kind, ...found })),
    }));
  }
}

/** Keeps that segments were compared with the app, and which of them differ. */
export function keepCompared(
  state: FollowState,
  segments: readonly PlanSegment[],
  found: DifferingRecords,
  now: number,
): void {
  if (segments.length === 0) return;
  const compared = new Set(segments.map(({ no }) => no));
  const others = (state.fact('differing') ?? []).filter(({ no }) => !compared.has(no));
  const differing = [...others, ...found.segmentsAt(now)].toSorted(
    (one, other) => one.no - other.no,
  );
  state.transaction(() => {
    state.setFact('comparedTo', Math.max(state.fact('comparedTo') ?? 0, segments.at(-1)!.no));
    state.setFact('appComparedAt', now);
    state.setFact('differing', differing);
  });
}

/** The records that the app did not hold as planned when their segments were last compared. */
export function countDiffering(state: FollowState): number {
  const kinds = (state.fact('differing') ?? []).flatMap((segment) => segment.kinds);
  return kinds.reduce((sum, { records }) => sum + records, 0);
}

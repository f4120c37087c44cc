import type { Kind } from '@chatferry/contract';

/** A lane of a job, as one word. */
export type LaneKey = `${Kind} ${number}`;

export function laneKey(kind: Kind, lane: number): LaneKey {
  return `${kind} ${lane}`;
}

/** The lanes of one job that one writer holds. */
export interface HeldLanes {
  readonly job: number;
  /** Random, and never used again. */
  readonly token: string;
  /** How often each lane was written. */
  readonly writes: Map<LaneKey, number>;
  /** Called when another writer has taken lanes over. */
  readonly onLost?: () => void;
}

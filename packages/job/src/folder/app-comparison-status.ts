import type { DatabaseSync } from 'node:sqlite';
import { type Kind, kindsInOrder } from '@chatferry/contract';

/** Records of a kind that the app did not hold as planned. */
interface DifferingKind {
  readonly kind: Kind;
  readonly records: number;
  /** Some of their ids. */
  readonly ids: readonly string[];
}

/** A segment with records that were not as planned when it was last compared with the app. */
export interface DifferingSegment {
  readonly no: number;
  /** When it was compared, milliseconds since 1970. */
  readonly at: number;
  readonly kinds: readonly DifferingKind[];
}

/** The latest comparisons of the app with the records that a follower has sent. Times are milliseconds since 1970. */
export interface AppComparisonStatus {
  /** All segments up to this one have been compared; 0 when none was. */
  readonly to: number;
  readonly segments: number;
  /** When segments were last compared; undefined when none was. */
  readonly at: number | undefined;
  /** Since when the oldest segment that was not compared is sent; undefined when all are compared. */
  readonly dueSince: number | undefined;
  /** Records that were not as planned when their segments were last compared. */
  readonly different: number;
  /** Their kinds. */
  readonly differing: readonly DifferingKind[];
}

/** How many ids of a kind are given. */
const EXAMPLES = 3;

/** @param db the state of a follower @param segments of its plan */
export function appComparisonStatus(db: DatabaseSync, segments: number): AppComparisonStatus {
  const fact = db.prepare('SELECT value FROM facts WHERE name = ?');
  const valueOf = (name: string): unknown => {
    const value = fact.get(name)?.['value'] as string | undefined;
    return value === undefined ? undefined : JSON.parse(value);
  };
  const to = (valueOf('comparedTo') as number | undefined) ?? 0;
  const differing = sumOfKinds((valueOf('differing') ?? []) as readonly DifferingSegment[]);
  const due = db.prepare('SELECT min(settled_at) AS since FROM settled WHERE no > ?').get(to);
  return {
    to,
    segments,
    at: valueOf('appComparedAt') as number | undefined,
    dueSince: (due!['since'] as number | null) ?? undefined,
    different: differing.reduce((sum, { records }) => sum + records, 0),
    differing,
  };
}

function sumOfKinds(segments: readonly DifferingSegment[]): DifferingKind[] {
  return kindsInOrder.flatMap((kind) => {
    const own = segments.flatMap(({ kinds }) => kinds.filter((each) => each.kind === kind));
    if (own.length === 0) return [];
    const records = own.reduce((sum, each) => sum + each.records, 0);
    return [{ kind, records, ids: own.flatMap(({ ids }) => ids).slice(0, EXAMPLES) }];
  });
}

import {
  comparableOf,
  derivedKinds,
  type Kind,
  type KindDefinition,
  kinds,
} from '@chatferry/contract';
import type { RouteName } from '../terms/run-options.ts';
import { isIn } from './group-owners.ts';
import type { IdHashes } from './id-hashes.ts';
import { plannedIds } from './planned-ids.ts';
import type { PlannedSelection } from './planned-records.ts';
import type { PlannedSide } from './record-comparison.ts';

export interface PlannedSideOf {
  readonly plan: PlannedSelection['plan'];
  readonly kind: Kind;
  readonly route?: RouteName | undefined;
  readonly records: PlannedSide['records'];
  /** The owners of groups, where the kind is about memberships. */
  readonly owners: IdHashes | undefined;
  readonly signal: AbortSignal;
}

/** The planned half of a comparison. */
export async function plannedSide({
  plan,
  kind,
  route,
  records,
  owners,
  signal,
}: PlannedSideOf): Promise<PlannedSide> {
  const isSentByChat = route === 'chat';
  const of = kinds[kind].changes ?? kind;
  const later = await Promise.all(
    derivedKinds[of].map(async (derived) => ({
      field: derived.field,
      ids: await plannedIds({ plan, kind: derived.kind, signal }),
    })),
  );
  return {
    kind,
    atMost: plan.summary.kinds[kind].planned,
    records,
    thread: threadField(kind),
    comparableOf: (record) => {
      const isOwner = owners !== undefined && isIn(owners, record);
      const id = record[kinds[kind].key] as string;
      const isDecidedLater = (field: string): boolean =>
        later.some((derived) => derived.field === field && derived.ids.has(id));
      return comparableOf(kind, record, { isSentByChat, isOwner, isDecidedLater });
    },
  };
}

function threadField(kind: Kind): string | undefined {
  const { list }: KindDefinition = kinds[kind];
  return typeof list === 'object' && 'parent' in list ? list.parent?.field : undefined;
}

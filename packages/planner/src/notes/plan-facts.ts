import type { Kind } from '@chatferry/contract';
import type { AttachmentHost, NeededRole } from '../plan/plan-summary.ts';
import type { RowTally } from './row-tally.ts';

/** The results of checking all rows, as plain data. */
export interface PlanFacts {
  /** The inputs in the order of their numbers, from 1. */
  readonly inputs: readonly { readonly file: string; readonly kind: Kind }[];
  readonly tallies: Readonly<Record<Kind, RowTally>>;
  readonly madeCounts: ReadonlyMap<Kind, number>;
  readonly directConversations: number;
  readonly usersWithoutMessages: number;
  readonly attachmentHosts: readonly AttachmentHost[];
  readonly roles: readonly NeededRole[];
  readonly droppedFields: number;
}

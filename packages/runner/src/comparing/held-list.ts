import { ApiError, type Client } from '@chatferry/client';
import type { Kind, Row } from '@chatferry/contract';
import type { PartToRead } from './part/part-to-read.ts';
import type { PlannedRecord } from './planned-records.ts';

/**
 * Called for each record that the service holds, in the service's order.
 * @param id `undefined` for a message without a muid
 * @returns whether it is the first under a planned id
 */
export type OnHeld = (id: string | undefined, held: Row) => boolean | Promise<boolean>;

export interface HeldSource {
  readonly client: Pick<Client, 'list' | 'call'>;
  readonly kind: Kind;
  /** The records to compare: members are read of their groups only, and relations of their users. */
  readonly records: () => AsyncIterable<readonly PlannedRecord[]>;
  /** Groups of the plan, and of the jobs before it. */
  readonly groups: number;
  /** Where the records are, when not every list is to be read. */
  readonly part?: PartToRead | undefined;
  readonly signal: AbortSignal;
}

/** Lists that are read concurrently, of groups or of users. */
export const LISTS_AT_ONCE = 8;

/**
 * Reads the list of a group or a user. A missing group or user has no list; it is reported as missing with its own kind.
 * @returns whether there is a list
 */
export async function readIfThere<Item>(
  list: AsyncIterable<Item>,
  onItem: (item: Item) => unknown,
): Promise<boolean> {
  try {
    for await (const item of list) await onItem(item);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
    return false;
  }
}

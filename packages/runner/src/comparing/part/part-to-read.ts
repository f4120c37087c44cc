import { type Kind, limits } from '@chatferry/contract';
import type { TimeSpan } from '../../ledger/message-id-store.ts';

/** Where the records of a delta are, as far as is known, so that not every list of the app has to be read. */
export interface PartToRead {
  /** A lower bound of the records in the list of the kind: planned records, and records that landed before. */
  readonly known: (kind: Kind) => number;
  /** Whether messages of the job have the time of sending instead of the time in the export. */
  readonly sendsLive: boolean;
  /** When the batches of a kind were sent; undefined when no batch was. */
  readonly sentBetween: (kind: Kind) => TimeSpan | undefined;
  /** The id of a message in the service; empty: the service did not hold the message; undefined: the id was not read. */
  readonly messageIdOf: (muid: string) => string | undefined;
}

/** The number of list items that take as much time to read as another request. */
export const REQUEST_COSTS_ITEMS = 100;

/** Whether reading a part takes less time than the whole list. @param known a lower bound of the items in the list */
export function isCheaper(requests: number, items: number, known: number): boolean {
  const whole = known + (known / limits.pageSize) * REQUEST_COSTS_ITEMS;
  return requests * REQUEST_COSTS_ITEMS + items < whole;
}

import { type Kind, limits } from '@chatferry/contract';
import type { TimeSpan } from '../../ledger/message-id-store.ts';

/** What is known of where the records of a delta are, so that not every list of the app has to be read. */
export interface PartToRead {
  /** Records that the app has at least of what the list of the kind shows: planned ones, and those that landed before. */
  readonly known: (kind: Kind) => number;
  /** Whether messages of the job have the time of their sending, and not that of the export. */
  readonly sendsLive: boolean;
  /** When the batches of a kind were sent; undefined when none was. */
  readonly sentBetween: (kind: Kind) => TimeSpan | undefined;
  /** The id of a message in the service; empty: the service did not hold it; undefined: it was not read. */
  readonly messageIdOf: (muid: string) => string | undefined;
}

/** Items of a list that take as much time as another request. */
export const REQUEST_COSTS_ITEMS = 100;

/** Whether reading a part takes less time than the whole list. @param known items that the list has at least */
export function isCheaper(requests: number, items: number, known: number): boolean {
  const whole = known + (known / limits.pageSize) * REQUEST_COSTS_ITEMS;
  return requests * REQUEST_COSTS_ITEMS + items < whole;
}

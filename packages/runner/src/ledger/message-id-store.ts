/** A planned message whose id in the service is needed. */
export interface WantedMessage {
  readonly muid: string;
  /** The service shows it with a `sentAt` between these, UNIX seconds. */
  readonly from: number;
  readonly to: number;
}

/** Times between which messages are to be read, UNIX seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The same with the messages that are wanted of them. */
export interface WantedSpan extends TimeSpan {
  readonly muids: readonly string[];
}

/** Messages that one span of time is made for: as many as a page of the list has. */
export const WANTED_AT_ONCE = 1000;

/**
 * The times of the first of these messages, and of those that follow it closely.
 *
 * @param wanted in the order of `from`
 * @param longestGapS what lies between two of them is read too where they are at most so many seconds apart
 */
export function firstSpan(
  wanted: Iterable<WantedMessage>,
  longestGapS: number,
): WantedSpan | undefined {
  let span: { from: number; to: number; muids: string[] } | undefined;
  for (const { muid, from, to } of wanted) {
    if (span === undefined) span = { from, to, muids: [muid] };
    else if (from > span.to + longestGapS) break;
    else {
      span.to = Math.max(span.to, to);
      span.muids.push(muid);
    }
  }
  return span;
}

/** A message as the service lists it. */
export interface FoundMessage {
  readonly muid: string;
  readonly id: string;
}

/**
 * The ids that the service has given to messages, by muid. They are read from its lists, only for messages that need
 * one, and never taken from the answers to an import. Each promise is rejected with `LedgerError` when the store fails.
 */
export interface MessageIdStore {
  /** Adds messages. What is known of their ids stays; those that were not found are to be read again. */
  want(messages: readonly WantedMessage[]): Promise<void>;
  /** The times of the earliest messages that are not read yet, see `firstSpan`; `undefined` when all are. */
  nextToRead(longestGapS: number): Promise<WantedSpan | undefined>;
  /**
   * Takes over a page of the list, in one transaction: the ids of wanted messages, and that wanted messages that would have
   * been listed before a time are not in the service.
   *
   * @param passed UNIX seconds
   */
  take(page: readonly FoundMessage[], passed: number): Promise<void>;
  /** Forgets the ids of messages: those that are sent again get other ones. */
  forget(muids: readonly string[]): Promise<void>;
  /** The id of a message; `undefined`: the service does not hold it, or it was not read. */
  idOf(muid: string): Promise<string | undefined>;
}

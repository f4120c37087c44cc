/** A planned message whose id in the service is needed. */
export interface WantedMessage {
  readonly muid: string;
  /** The service shows the message with a `sentAt` between `from` and `to`, UNIX seconds. */
  readonly from: number;
  readonly to: number;
}

/** Times between which messages are to be read, UNIX seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A time span, and the messages wanted in it. */
export interface WantedSpan extends TimeSpan {
  readonly muids: readonly string[];
}

/** The most messages of one time span: as many as a page of the list has. */
export const WANTED_AT_ONCE = 1000;

/**
 * The time span of the first wanted message, and of the messages that follow it closely.
 *
 * @param wanted in the order of `from`
 * @param longestGapS the longest gap between two messages of the span, in seconds; the gap is read too
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
  /** Adds messages. Known ids stay; messages that were not found are read again. */
  want(messages: readonly WantedMessage[]): Promise<void>;
  /** The times of the earliest messages that are not read yet, see `firstSpan`; `undefined` when all are. */
  nextToRead(longestGapS: number): Promise<WantedSpan | undefined>;
  /**
   * Stores a page of the list in one transaction: the ids of its wanted messages, and that the service does not hold the wanted messages
   * that would have been listed before `passed`.
   *
   * @param passed UNIX seconds
   */
  take(page: readonly FoundMessage[], passed: number): Promise<void>;
  /** Forgets the ids of messages that are sent again, because they get new ids. */
  forget(muids: readonly string[]): Promise<void>;
  /** The id of a message; `undefined`: the service does not hold the message, or its id was not read. */
  idOf(muid: string): Promise<string | undefined>;
}

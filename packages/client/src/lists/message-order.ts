import { ApiError } from '../terms/api-error.ts';

interface Place {
  readonly id: string | undefined;
  readonly sentAt: number | undefined;
}

/**
 * Checks that messages are in order from older to newer: by time and then by id, or by id alone. The two orders differ after an import,
 * which gives older messages higher ids. In any other order, the list has lost messages or will lose some.
 */
export class MessageOrder {
  readonly #operation: string;
  #last: Place | undefined;
  #isByTime = true;
  #isById = true;

  constructor(operation: string) {
    this.#operation = operation;
  }

  /** @param messages the next messages of the list @throws {ApiError} `unreadable` */
  check(messages: readonly unknown[]): void {
    for (const message of messages) {
      const place = placeOf(message as Readonly<Record<string, unknown>>);
      const last = this.#last;
      this.#last = place;
      if (last === undefined) continue;
      const byId = compareIds(last.id, place.id);
      const byTime = (place.sentAt ?? NaN) - (last.sentAt ?? NaN);
      if (byId < 0) this.#isById = false;
      if (byTime < 0 || (byTime === 0 && byId < 0)) this.#isByTime = false;
      if (!this.#isById && !this.#isByTime) throw this.#outOfOrder(last, place);
    }
  }

  #outOfOrder(last: Place, place: Place): ApiError {
    return new ApiError(
      'unreadable',
      `the messages are in no order: ${shown(place)} comes after ${shown(last)}, and neither their times nor their ids ascend. Messages may be missing from such a list, so it was not used. Start again; if it happens again, ask the support of the service about this line.`,
      { operation: this.#operation, mayHaveLanded: false },
    );
  }
}

function placeOf({ id, sentAt }: Readonly<Record<string, unknown>>): Place {
  return {
    id: typeof id === 'string' && /^\d+$/.test(id) ? id : undefined,
    sentAt: typeof sentAt === 'number' ? sentAt : undefined,
  };
}

/** Positive when the second id is higher; 0 when the ids are equal or not comparable. */
function compareIds(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined || one === other) return 0;
  if (one.length !== other.length) return other.length - one.length;
  return other > one ? 1 : -1;
}

function shown({ id, sentAt }: Place): string {
  return `message ${id} of ${sentAt}`;
}

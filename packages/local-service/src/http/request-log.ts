import type { OperationName } from '@chatferry/contract';

const KEPT = 10_000;

/** One request that the service received. */
export interface SeenRequest {
  /** Absent: no operation has this method and path. */
  readonly operation: OperationName | undefined;
  /** Absent: the request was not answered. */
  readonly status: number | undefined;
  /** Time of arrival by the service's clock, in milliseconds since 1970. */
  readonly at: number;
}

/** Counts requests and keeps the latest ones. */
export class RequestLog {
  #requests: SeenRequest[] = [];
  count = 0;

  /** @returns a function that records the status of the answer */
  note(operation: OperationName | undefined, at: number): (status: number) => void {
    const seen: { -readonly [Key in keyof SeenRequest]: SeenRequest[Key] } = {
      operation,
      status: undefined,
      at,
    };
    this.count++;
    this.#requests.push(seen);
    if (this.#requests.length >= 2 * KEPT) this.#requests = this.#requests.slice(-KEPT);
    return (status) => {
      seen.status = status;
    };
  }

  latest(): readonly SeenRequest[] {
    return this.#requests.slice(-KEPT);
  }
}

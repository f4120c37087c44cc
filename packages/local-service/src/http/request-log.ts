import type { OperationName } from '@chatferry/contract';
import type { SeenRequest } from '../local-service.ts';

const KEPT = 10_000;

/** Counts requests and keeps the latest. */
export class RequestLog {
  #requests: SeenRequest[] = [];
  count = 0;

  /** @returns says how the request was answered, when it has been */
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

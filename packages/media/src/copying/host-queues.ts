import type { Clock } from '@chatferry/client';
import type { MediaLedger, PendingFile } from '../folder/media-ledger.ts';

/** Files that are copied concurrently from one host, and from all hosts. */
const PER_HOST = 4;
const IN_ALL = 16;
/** Files read from the ledger at a time. */
const PAGE = 64;
/** A host that failed this often in a row is left to a later call. */
const MOST_UNREACHABLE = 8;

interface HostQueue {
  readonly host: string;
  page: PendingFile[];
  /** Number of the last file that was read from the ledger. */
  after: number;
  active: number;
  unreachable: number;
  notBeforeMs: number;
}

/** The files to be copied, by host: a slow host does not keep other hosts waiting. */
export class HostQueues {
  readonly #queues = new Map<string, HostQueue>();
  readonly #ledger: MediaLedger;
  readonly #clock: Clock;
  readonly #inFlight = new Set<number>();

  constructor(ledger: MediaLedger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** Notes hosts with new files. */
  notice(hosts: Iterable<string>): void {
    for (const host of hosts) {
      const queue = this.#queues.get(host);
      if (queue === undefined)
        this.#queues.set(host, {
          host,
          page: [],
          after: 0,
          active: 0,
          unreachable: 0,
          notBeforeMs: 0,
        });
      else if (queue.page.length === 0) queue.after = 0;
    }
  }

  /** The next file that may be copied now. */
  take(): PendingFile | undefined {
    if (this.#inFlight.size >= IN_ALL) return undefined;
    const now = this.#clock.monotonicMs();
    for (const queue of this.#queues.values()) {
      if (queue.active >= PER_HOST || queue.notBeforeMs > now) continue;
      if (queue.unreachable >= MOST_UNREACHABLE) continue;
      const file = this.#nextOf(queue);
      if (file === undefined) {
        if (queue.active === 0) this.#queues.delete(queue.host);
        continue;
      }
      queue.active++;
      this.#inFlight.add(file.id);
      // The other hosts come first next time.
      this.#queues.delete(queue.host);
      this.#queues.set(queue.host, queue);
      return file;
    }
    return undefined;
  }

  done({ host, id }: PendingFile, wasUnreachable: boolean): void {
    const queue = this.#queues.get(host)!;
    queue.active--;
    this.#inFlight.delete(id);
    queue.unreachable = wasUnreachable ? queue.unreachable + 1 : 0;
  }

  /** Copies again a file that was already read from the ledger. */
  readAgain(host: string): void {
    const queue = this.#queues.get(host)!;
    queue.page = [];
    queue.after = 0;
  }

  /** Asks nothing of a host for a while. */
  pause(host: string, waitMs: number): void {
    const queue = this.#queues.get(host);
    if (queue === undefined) return;
    queue.notBeforeMs = Math.max(queue.notBeforeMs, this.#clock.monotonicMs() + waitMs);
  }

  /** Whether a paused host has files left. */
  get isWaiting(): boolean {
    const now = this.#clock.monotonicMs();
    return [...this.#queues.values()].some((queue) => queue.notBeforeMs > now);
  }

  #nextOf(queue: HostQueue): PendingFile | undefined {
    for (;;) {
      const file = queue.page.shift();
      if (file !== undefined) {
        if (this.#inFlight.has(file.id)) continue;
        return file;
      }
      queue.page = this.#ledger.next(queue.host, queue.after, PAGE);
      const last = queue.page.at(-1);
      if (last === undefined) return undefined;
      queue.after = last.id;
    }
  }
}

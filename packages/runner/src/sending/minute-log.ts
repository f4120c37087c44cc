import type { Clock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { LATENCY_BUCKETS, latencyBucket, type MinuteRow } from '../ledger/minute-row.ts';
import { settledRecords } from '../terms/outcome-counts.ts';
import type { Rate } from '../terms/rate.ts';
import type { RunEvent } from '../terms/run-event.ts';

type Minute = { -readonly [Name in keyof MinuteRow]: MinuteRow[Name] } & { latency: number[] };

const MINUTE_MS = 60_000;

/**
 * Counts what a run does, minute by minute, and writes each minute when it is over: one small commit a minute. A process that
 * is killed loses the numbers of its last minute, which no promise depends on.
 */
export class MinuteLog {
  readonly #ledger: Pick<LedgerStore, 'addMinutes'>;
  readonly #clock: Clock;
  #minutes = new Map<string, Minute>();
  #kind: Kind = 'users';
  #wait: { readonly since: number; readonly why: string } | undefined;

  constructor(ledger: Pick<LedgerStore, 'addMinutes'>, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** From now on the run sends records of this kind. */
  begin(kind: Kind): void {
    this.#kind = kind;
  }

  /** Counts what an event of the run reports. */
  take(event: RunEvent): void {
    const now = this.#clock.now();
    if (event.type === 'batch-settled')
      this.#at(now, event.kind).records += settledRecords(event.change);
    else if (event.type === 'retrying') this.#at(now, event.kind).again++;
    else if (event.type === 'waiting' || event.type === 'going-on') {
      this.#countWait(now);
      this.#wait = event.type === 'waiting' ? { since: now, why: event.why } : undefined;
    }
  }

  /** Counts a request. @param quota the rate that it was paced by */
  answered(kind: Kind, answerMs: number, quota: Rate): void {
    const minute = this.#at(this.#clock.now(), kind);
    minute.requests++;
    minute.quota = quota === 'unlimited' ? null : quota;
    minute.latency[latencyBucket(answerMs)]!++;
  }

  /** Writes the minutes that are over. */
  async writeFinished(): Promise<void> {
    await this.#write(minuteOf(this.#clock.now()));
  }

  /** Writes everything, at the end. */
  async writeAll(): Promise<void> {
    this.#countWait(this.#clock.now());
    await this.#write(Number.POSITIVE_INFINITY);
  }

  /** A failed write is ignored, because nothing depends on these numbers. The next outcome is written to the same place, and reports it. */
  async #write(before: number): Promise<void> {
    const rows = [...this.#minutes.values()].filter(({ minute }) => minute < before);
    if (rows.length === 0) return;
    for (const { minute, kind } of rows) this.#minutes.delete(keyOf(minute, kind));
    try {
      await this.#ledger.addMinutes(rows);
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
    }
  }

  /** Spreads the present wait over its minutes. */
  #countWait(now: number): void {
    if (this.#wait === undefined) return;
    const { why } = this.#wait;
    let { since } = this.#wait;
    this.#wait = { since: now, why };
    while (since < now) {
      const end = Math.min((minuteOf(since) + 1) * MINUTE_MS, now);
      const minute = this.#at(since, this.#kind);
      minute.waitedMs += Math.round(end - since);
      minute.why = why;
      since = end;
    }
  }

  #at(ms: number, kind: Kind): Minute {
    const minute = minuteOf(ms);
    const key = keyOf(minute, kind);
    let row = this.#minutes.get(key);
    if (row === undefined) {
      row = {
        minute,
        kind,
        records: 0,
        requests: 0,
        again: 0,
        quota: null,
        waitedMs: 0,
        why: null,
        latency: Array.from({ length: LATENCY_BUCKETS }, () => 0),
      };
      this.#minutes.set(key, row);
    }
    return row;
  }
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}

function keyOf(minute: number, kind: Kind): string {
  return `${minute} ${kind}`;
}

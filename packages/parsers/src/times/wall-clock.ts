import { IANAZone } from 'luxon';

const DAY_MS = 86_400_000;

/** The clock change of a zone that affects a local time. */
export type ClockChange = 'time-skipped' | 'time-repeated' | undefined;

/**
 * Converts local times of a zone to UNIX time.
 *
 * A time in an hour that the clocks skipped in spring is read as if they had not been put forward yet. A time in an hour that occurred
 * twice in autumn is read as its first occurrence. `change` reports both cases.
 */
export class WallClock {
  /** The clock change that affects the last local time. */
  change: ClockChange;
  readonly #zone: IANAZone;
  /** Offsets in minutes just before and just after each day that was queried. */
  readonly #offsets = new Map<number, readonly [number, number]>();

  /** @param zone IANA name */
  constructor(zone: string) {
    this.#zone = IANAZone.create(zone);
  }

  /** @param localMs local time, as the UNIX time in milliseconds at which UTC clocks show the same time */
  toUnixMs(localMs: number): number {
    this.change = undefined;
    const [before, after] = this.#offsetsAround(Math.floor(localMs / DAY_MS));
    const early = localMs - before * 60_000;
    if (before === after) return early;

    const late = localMs - after * 60_000;
    const earlyIsRight = this.#zone.offset(early) === before;
    const lateIsRight = this.#zone.offset(late) === after;
    if (earlyIsRight && lateIsRight) this.change = 'time-repeated';
    if (!earlyIsRight && !lateIsRight) this.change = 'time-skipped';
    return earlyIsRight || !lateIsRight ? early : late;
  }

  #offsetsAround(day: number): readonly [number, number] {
    let found = this.#offsets.get(day);
    if (found === undefined) {
      const [from, to] = [(day - 1) * DAY_MS, (day + 2) * DAY_MS];
      found = [this.#zone.offset(from), this.#zone.offset(to)];
      this.#offsets.set(day, found);
    }
    return found;
  }
}

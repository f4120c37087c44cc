import { IANAZone } from 'luxon';

const DAY_MS = 86_400_000;

/** What the clocks of a zone did at a local time. */
export type ClockChange = 'time-skipped' | 'time-repeated' | undefined;

/**
 * Turns what the clocks of a zone showed into UNIX time.
 *
 * An hour that the clocks skipped in spring is read as if they had not been put forward yet, an hour that they went
 * through twice in autumn as the first of the two; `change` then says so.
 */
export class WallClock {
  /** About the local time read last. */
  change: ClockChange;
  readonly #zone: IANAZone;
  /** Offsets in minutes just before and just after each day that was asked for. */
  readonly #offsets = new Map<number, readonly [number, number]>();

  /** @param zone IANA name */
  constructor(zone: string) {
    this.#zone = IANAZone.create(zone);
  }

  /** @param localMs what the clocks showed, as the UNIX time in milliseconds at which UTC clocks show the same */
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

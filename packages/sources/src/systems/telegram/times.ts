import { WallClock } from '@chatferry/parsers';
import { secondsIn } from '../../reading/times.ts';
import { wholeNumber } from '../../reading/values.ts';

const localForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** Later than the local time of any zone at the UNIX time 0, which older exports have in place of a missing time. */
const DAY_MS = 24 * 3600 * 1000;

/** The local time of the exporting machine, as the UNIX time at which UTC clocks show the same time. */
export function localSeconds(date: unknown): number | undefined {
  if (typeof date !== 'string' || !localForm.test(date)) return undefined;
  const milliseconds = Date.parse(`${date}Z`);
  return milliseconds > DAY_MS ? milliseconds / 1000 : undefined;
}

/** Turns the times of an export into UNIX seconds. */
export class ExportTimes {
  readonly #zone: WallClock | undefined;
  /** By file: how many seconds its clock was ahead of UTC, from the latest message with both times. */
  readonly #offsets = new Map<string, number>();

  constructor(zone: string | undefined) {
    this.#zone = zone === undefined ? undefined : new WallClock(zone);
  }

  /** Notes the two times of a message that has both. */
  note(file: string, date: unknown, unixTime: unknown): void {
    const [local, exact] = [localSeconds(date), wholeNumber(unixTime)];
    if (local !== undefined && exact !== undefined) this.#offsets.set(file, local - exact);
  }

  /** @returns undefined when nothing shows the zone */
  secondsOf(
    file: string,
    date: unknown,
    unixTime: unknown,
  ): { readonly seconds: number; readonly isGuess: boolean } | undefined {
    const exact = wholeNumber(unixTime) ?? secondsIn(date);
    if (exact !== undefined) return { seconds: exact, isGuess: false };
    const local = localSeconds(date);
    if (local === undefined) return undefined;
    if (this.#zone !== undefined) {
      const seconds = Math.floor(this.#zone.toUnixMs(local * 1000) / 1000);
      return { seconds, isGuess: this.#zone.change !== undefined };
    }
    const offset = this.#offsets.get(file);
    return offset === undefined ? undefined : { seconds: local - offset, isGuess: true };
  }
}

import type { UnreadCount } from '@chatferry/contract';
import { EACH_KEY } from '../mapping/source-path.ts';
import { placeIn } from '../mapping/place.ts';

/** Maximum number of keys of one object that are counted separately. More keys are probably ids, and their values are counted together. */
const MOST_KEYS = 30;

/** Counts values by their place, in memory that does not grow with the number of keys. */
export class PlaceCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(around: string, key: string, count = 1): void {
    let keys = this.#counts.get(around);
    if (keys === undefined) this.#counts.set(around, (keys = new Map()));
    const isFolded = keys.has(ALL) || (keys.size >= MOST_KEYS && !keys.has(key) && key !== '');
    if (isFolded && !keys.has(ALL)) fold(keys);
    const under = isFolded && key !== '' ? ALL : key;
    keys.set(under, (keys.get(under) ?? 0) + count);
  }

  /** The counts since the last call. */
  take(): readonly UnreadCount[] {
    const all = this.list();
    this.#counts.clear();
    return all;
  }

  list(): readonly UnreadCount[] {
    return [...this.#counts].flatMap(([around, keys]) =>
      Array.from(keys, ([key, count]) => [around, key, count] as const),
    );
  }

  /** The places and their counts, the highest first. */
  byPlace(): readonly { readonly place: string; readonly count: number }[] {
    return this.list()
      .map(([around, key, count]) => ({
        place: key === '' ? around : key === ALL ? placeIn(around, EACH_KEY) : around + key,
        count,
      }))
      .toSorted((one, other) => other.count - one.count || (one.place < other.place ? -1 : 1));
  }
}

const ALL = '*';

function fold(keys: Map<string, number>): void {
  const own = keys.get('');
  const sum = [...keys.values()].reduce((total, each) => total + each, 0) - (own ?? 0);
  keys.clear();
  if (own !== undefined) keys.set('', own);
  keys.set(ALL, sum);
}

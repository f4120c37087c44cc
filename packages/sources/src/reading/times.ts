/** Seconds are below 10^11 until the year 5138. The limit of each smaller unit is a thousand times larger. */
const units: readonly (readonly [below: number, perUnit: number])[] = [
  [1e11, 1e6],
  [1e14, 1e3],
  [1e17, 1],
  [1e20, 1e-3],
];

const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.(\d+))?(?:Z|([+-]\d{2}):?(\d{2}))$/i;

/** A moment: whole microseconds since 1970, and the nanoseconds after them. */
export interface Moment {
  readonly micros: number;
  readonly nanos: number;
}

/**
 * A time with a zone in ISO 8601, or a number since 1970 whose size shows its unit. Undefined for anything else, and for the
 * years before 1971, which systems write for "never".
 */
export function momentOf(time: unknown): Moment | undefined {
  const found = typeof time === 'number' ? fromNumber(time) : fromText(time);
  return found === undefined || found.micros < 365 * 86_400e6 ? undefined : found;
}

/** The same in UNIX seconds, never rounded up. */
export function secondsIn(time: unknown): number | undefined {
  const found = momentOf(time);
  return found === undefined ? undefined : Math.floor(found.micros / 1e6);
}

function fromNumber(time: number): Moment | undefined {
  const unit = units.find(([below]) => time < below);
  return unit === undefined ? undefined : { micros: Math.floor(time * unit[1]), nanos: 0 };
}

function fromText(time: unknown): Moment | undefined {
  const found = typeof time === 'string' ? iso.exec(time) : null;
  if (found === null) return undefined;
  const [, day, clock, fraction = '', hours = '+00', minutes = '00'] = found;
  const milliseconds = Date.parse(`${day}T${clock}${hours}:${minutes}`);
  if (Number.isNaN(milliseconds)) return undefined;
  const digits = fraction.padEnd(9, '0');
  const micros = milliseconds * 1000 + Number(digits.slice(0, 6));
  return { micros, nanos: Number(digits.slice(6, 9)) };
}

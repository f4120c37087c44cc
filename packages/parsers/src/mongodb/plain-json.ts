/** Larger binary values are replaced by their length, because no field holds them. */
const MOST_BYTES = 1024;

const UUID_BYTES = 16;

/** Subtypes of binary values. */
const OLD_UUID = 3;
const UUID = 4;
const ENCRYPTED = 6;

const YEAR_0_MS = -62_167_219_200_000;
const YEAR_10000_MS = 253_402_300_800_000;

/** A UUID as text, other bytes in base64; an object for encrypted bytes, or for more bytes than a field may have. In ASCII. */
export function binaryJson(subtype: number, bytes: Buffer): string {
  if ((subtype === OLD_UUID || subtype === UUID) && bytes.length === UUID_BYTES)
    return `"${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}"`;
  if (subtype === ENCRYPTED) return `{"encrypted":${bytes.length}}`;
  if (bytes.length > MOST_BYTES) return `{"bytes":${bytes.length}}`;
  return `"${bytes.toString('base64')}"`;
}

const DAY_MS = 86_400_000;

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const threeDigits = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

/** The date of the last time, which is reused because the times of consecutive documents are close together. */
let lastDay = NaN;
let lastDate = '';

/** A text in ISO 8601, which has four digits for the year. Other dates stay milliseconds. */
export function timeJson(ms: number): string {
  if (!(ms >= YEAR_0_MS && ms < YEAR_10000_MS)) return String(ms);
  const day = Math.floor(ms / DAY_MS);
  if (day !== lastDay) {
    lastDate = new Date(day * DAY_MS).toISOString().slice(0, 11);
    lastDay = day;
  }
  const rest = Math.trunc(ms) - day * DAY_MS;
  const seconds = Math.trunc(rest / 1000);
  const minutes = Math.trunc(seconds / 60);
  const hour = twoDigits[Math.trunc(minutes / 60)]!;
  return `"${lastDate}${hour}:${twoDigits[minutes % 60]!}:${twoDigits[seconds % 60]!}.${threeDigits[rest % 1000]!}Z"`;
}

/** Numbers that JSON cannot represent become texts. */
export function doubleJson(value: number): string {
  return Number.isFinite(value) ? String(value) : `"${value}"`;
}

/** The version of the rules of this file. A plan keeps it, because with other rules the same messages would get other ids. */
export const ID_RULE = 1;

/** The form of an id: up to 20 digits, unique in Discord. As numbers, several ids would become equal. */
const form = /^\d{1,20}$/;

export function isId(id: unknown): id is string {
  return typeof id === 'string' && form.test(id);
}

export function muidOf(id: string): string {
  return `discord-${id}`;
}

/** 1 January 2015, the first moment in ids of Discord. */
const EPOCH_MS = 1_420_070_400_000;

/** When an id was made, in UNIX seconds. */
export function createdAt(id: string): number {
  return Math.floor((Number(BigInt(id) >> 22n) + EPOCH_MS) / 1000);
}

/** A time in ISO form with the offset of the machine that exported, in UNIX seconds; never rounded up. */
export function secondsOf(time: unknown): number | undefined {
  const milliseconds = typeof time === 'string' ? Date.parse(time) : NaN;
  return milliseconds > 0 ? Math.floor(milliseconds / 1000) : undefined;
}

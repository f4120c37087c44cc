import { JobError } from '../errors/job-error.ts';

const SECONDS = { h: 3600, d: 86_400, w: 604_800 } as const;

/** An age or a day: `12h`, `7d`, `2w`, `2026-11-20`. */
export const NEWER_THAN: RegExp = /^(?:(?<count>\d{1,5})(?<unit>[hdw])|(?<day>\d{4}-\d{2}-\d{2}))$/;

/** UNIX seconds. @param now UNIX seconds @throws {JobError} `bad-newer-than` */
export function newerThanOf(text: string, now: number): number {
  const { count, unit, day } = NEWER_THAN.exec(text)?.groups ?? {};
  const at =
    day === undefined
      ? now - Number(count) * SECONDS[unit as keyof typeof SECONDS]
      : Date.parse(`${day}T00:00:00Z`) / 1000;
  if (Number.isNaN(at) || at > now)
    throw new JobError(
      'bad-newer-than',
      `newerThan is '${text}', but must be an age such as 7d, or a day of the past such as 2026-11-20.`,
      'Give another age or day, or leave it out.',
    );
  return at;
}

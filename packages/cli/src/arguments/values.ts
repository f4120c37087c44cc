import { type ReadValue, wholeNumber } from '@chatferry/configuration';
import { Refusal } from '@chatferry/contract/refusal';
import { encodingOf } from '@chatferry/parsers/names';

/** An option has the same description as a setting. */
export type { Setting as Option } from '@chatferry/configuration';

export const encodingName: ReadValue<string> = (given, name) => {
  if (encodingOf(given) === undefined)
    throw new Refusal(`${name} is '${given}', but must be an encoding such as windows-1252.`);
  return given;
};

/** A number after a word, as in `remove=12`. */
export function numberAfter(word: string): ReadValue<number> {
  const read = wholeNumber(1);
  return (given, name) => {
    const [first, ...rest] = given.split('=');
    if (first !== word) throw new Refusal(`${name} is '${given}', but must be ${word}=N.`);
    return read(rest.join('='), `${name} ${word}`);
  };
}

/** A date and time with a zone, or a UNIX time in seconds, as milliseconds; or `last`. */
export const moment: ReadValue<number | 'last'> = (given, name) => {
  if (given === 'last') return given;
  if (/^\d{10}$/.test(given)) return Number(given) * 1000;
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(given)
    ? Date.parse(given)
    : Number.NaN;
  if (Number.isNaN(at))
    throw new Refusal(
      `${name} is '${given}', but must be last, a time with its zone such as 2026-11-20T21:30:00Z, or UNIX seconds.`,
    );
  return at;
};

const unitBytes = { '': 1, B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/** `500000`, `20MB` or `1.5GB`, in bytes. The units are powers of 1,000, as for disks. */
export const byteNumber: ReadValue<number> = (given, name) => {
  const match = /^(?<number>\d+(?:\.\d+)?) ?(?<unit>|B|kB|MB|GB|TB)$/.exec(given);
  const bytes =
    Number(match?.groups?.['number']) *
    unitBytes[match?.groups?.['unit'] as keyof typeof unitBytes];
  if (match === null || bytes < 1)
    throw new Refusal(`${name} is '${given}', but must be a size such as 20MB or 1.5GB.`);
  return Math.floor(bytes);
};

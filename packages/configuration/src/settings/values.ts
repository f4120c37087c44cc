import { Refusal } from '@chatferry/contract/refusal';
import type { CountOrShare } from '@chatferry/job/planned';

/** Parses the text of a setting. @throws {Refusal} naming the option */
export interface ReadValue<Value> {
  (text: string, name: string): Value;
  /** All accepted values, if they are a few words. */
  readonly choices?: readonly string[];
}

/** One setting: the parser of its value, and its text for --help and the docs. An option of the command line is described likewise. */
export interface Setting<Value = unknown> {
  /** Placeholder for the value in the help; absent when the option takes no value. */
  readonly value?: string;
  readonly help: string;
  readonly read?: ReadValue<Value>;
  /** Whether `--no-…` turns the option off. */
  readonly negatable?: true;
}

export const text: ReadValue<string> = (given, name) => {
  if (given === '') throw new Refusal(`${name} is empty.`, 'Give it a value, or leave it out.');
  return given;
};

export function matching(pattern: RegExp, needs: string): ReadValue<string> {
  return (given, name) => {
    if (!pattern.test(given)) throw new Refusal(`${name} is '${given}', but must be ${needs}.`);
    return given;
  };
}

export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): ReadValue<number> {
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`;
  return (given, name) => {
    const value = Number(given);
    if (!/^\d+$/.test(given) || value < min || value > max)
      throw new Refusal(`${name} is '${given}', but must be a whole number, ${range}.`);
    return value;
  };
}

export function oneOf<const Choice extends string>(...choices: Choice[]): ReadValue<Choice> {
  const read = (given: string, name: string): Choice => {
    const choice = choices.find((each) => each === given);
    if (choice === undefined)
      throw new Refusal(`${name} is '${given}', but must be one of ${choices.join(', ')}.`);
    return choice;
  };
  return Object.assign(read, { choices });
}

/** Reads a number, or the word for no limit. */
export function wholeNumberOr<const Word extends string>(
  word: Word,
  min: number,
): ReadValue<number | Word> {
  const asNumber = wholeNumber(min);
  return (given, name) => (given === word ? word : asNumber(given, `${name} (or '${word}')`));
}

/** `20`, or `1.5%`. */
export const countOrShare: ReadValue<CountOrShare> = (given, name) => {
  const match = /^(?<number>\d+(\.\d+)?)(?<sign>%?)$/.exec(given);
  const number = Number(match?.groups?.['number']);
  const isShare = match?.groups?.['sign'] === '%';
  if (match === null || (isShare ? number > 100 : !Number.isInteger(number)))
    throw new Refusal(`${name} is '${given}', but must be a whole number or a share such as 2%.`);
  return isShare ? { percent: number } : number;
};

/** `20`, `1.5%` or `none`. */
export const countOrShareOrNone: ReadValue<CountOrShare | 'none'> = (given, name) =>
  given === 'none' ? given : countOrShare(given, name);

/** Requests a minute, no limit, or a timetable. The timetable is parsed when its time zone is known. */
export type GivenRate = number | 'unlimited' | { readonly timetable: string };

export const rate: ReadValue<GivenRate> = (given, name) => {
  if (given.includes(':') && given.includes('/')) return { timetable: given };
  return wholeNumberOr('unlimited', 1)(given, name);
};

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `30m`, `12h` or `2d`, in milliseconds. */
export const durationMs: ReadValue<number> = (given, name) => {
  const match = /^(?<number>\d+)(?<unit>[smhd])$/.exec(given);
  if (match === null)
    throw new Refusal(`${name} is '${given}', but must be a time such as 90s, 30m, 12h or 2d.`);
  return Number(match.groups!['number']) * unitMs[match.groups!['unit'] as keyof typeof unitMs];
};

/** The type of the value of a setting; one without a parser is yes or no. */
export type ValueOf<Of> = Of extends { readonly read: ReadValue<infer Value> } ? Value : boolean;

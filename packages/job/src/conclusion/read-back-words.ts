import { count, counted, type Kind, kinds, notComparedFields } from '@chatferry/contract';
import { utcMinute } from '../wording/units.ts';
import type { JobFacts } from './job-facts.ts';
import { changedAt, currentReadBack, type Proof } from './read-back.ts';

/** The rows of a job in words. */
export interface RowsText {
  /** `every row`; in a delta, the rows that it sends. */
  readonly every: string;
  /** The rows that were left out, or empty. */
  readonly except: string;
  /** `Nothing was read back`, with the records that the run itself has read back. */
  readonly nothing: string;
}

/** The statement about a job in which every row landed. @param planned the kinds with records */
export function readBackWords(
  facts: JobFacts,
  planned: readonly Kind[],
  proof: Proof,
  { every, except, nothing }: RowsText,
): string {
  const reported = `The service reported ${every} as stored${except}.`;
  const stored = `${capital(every)} was reported as stored${except};`;
  switch (proof) {
    case 'nothing':
    case 'other-app':
      return `${reported} ${nothing} yet.`;
    case 'outdated':
      return `${reported} ${nothing} since.`;
    case 'some-kinds':
      return `${stored} ${namesOf(current(facts, planned))} were read back.`;
    case 'several-times':
      return `${stored} each kind was read back, at different times.`;
    case 'some-records': {
      const { same, hidden } = sumOf(facts, planned);
      return `${stored} ${count(same)} of ${count(same + hidden)} ${same === 1 ? 'was read back and is' : 'were read back and are'} the same in every compared field.`;
    }
    case 'all':
      return `${capital(every)} is in the app${except}: read back and the same in every compared field.`;
  }
}

/** The statements about the comparisons with the service. */
export interface ReadBackSentences {
  /** When and what was compared. */
  readonly compared: readonly string[];
  readonly notCompared: readonly string[];
  /** The fields of the compared kinds that the service does not show; empty when it shows all fields. */
  readonly notShown: string;
}

/** When and what was read back, and what was not. */
export function readBackSentences(
  facts: JobFacts,
  planned: readonly Kind[],
  proof: Proof,
): ReadBackSentences {
  const { readBack } = facts;
  if (readBack === undefined) return { compared: [], notCompared: [], notShown: '' };
  const { unfinishedSince } = readBack;
  const { compared, notCompared, notShown } = foundSentences(facts, planned, proof);
  return {
    compared,
    notCompared: [
      ...notCompared,
      ...(unfinishedSince === undefined
        ? []
        : [
            `A verification that began ${utcMinute(unfinishedSince)} UTC has not ended, and has no result yet.`,
          ]),
    ],
    notShown,
  };
}

function foundSentences(
  facts: JobFacts,
  planned: readonly Kind[],
  proof: Proof,
): ReadBackSentences {
  const readBack = facts.readBack!;
  switch (proof) {
    case 'nothing':
      return { compared: [], notCompared: [], notShown: '' };
    case 'other-app':
      return {
        compared: [],
        notCompared: [`What was read back was the app ${readBack.otherApp}, not this one.`],
        notShown: '',
      };
    case 'outdated':
      return {
        compared: [],
        notCompared: [
          `${capital(namesOf(planned.filter((kind) => readBack.kinds[kind] !== undefined)))} were read back ${timesOf(facts, planned)}, before the latest changes at ${utcMinute(changedAt(facts))} UTC.`,
        ],
        notShown: '',
      };
    case 'some-kinds':
    case 'several-times':
    case 'some-records':
    case 'all': {
      const read = current(facts, planned);
      const unread = planned.filter((kind) => !read.includes(kind));
      const { same, hidden, planned: all } = sumOf(facts, read);
      return {
        compared: [
          ...timeSentences(facts, read, proof),
          `${count(same)} of ${counted(all, 'record')} ${same === 1 ? 'is' : 'are'} the same in every compared field.`,
        ],
        notCompared: [
          ...(hidden === 0
            ? []
            : [
                `${count(hidden)} could not be read back: the service shows no list for users who are deactivated or missing.`,
              ]),
          ...unreadSentences(facts, unread),
        ],
        notShown: notShownFields(read),
      };
    }
  }
}

function timeSentences(facts: JobFacts, read: readonly Kind[], proof: Proof): string[] {
  if (proof === 'all' || proof === 'some-records') return [`Compared ${timesOf(facts, read)}.`];
  const byTime = Map.groupBy(read, (kind) => utcMinute(facts.readBack!.kinds[kind]!.at));
  return [...byTime].map(([at, kindsThen]) => `Compared ${namesOf(kindsThen)} ${at} UTC.`);
}

/** Sentences about kinds that were never read back, and kinds that were read before the latest changes. */
function unreadSentences({ readBack }: JobFacts, unread: readonly Kind[]): string[] {
  const never = unread.filter((kind) => readBack!.kinds[kind] === undefined);
  const before = unread.filter((kind) => readBack!.kinds[kind] !== undefined);
  return [
    ...(never.length === 0 ? [] : [`${capital(namesOf(never))} were not read back.`]),
    ...(before.length === 0
      ? []
      : [`${capital(namesOf(before))} were read back before the latest changes only.`]),
  ];
}

/** The fields of these kinds that cannot be compared. */
function notShownFields(read: readonly Kind[]): string {
  const parts = read.flatMap((kind) => {
    const fields = notComparedFields[kind];
    return fields === undefined ? [] : [`of ${kinds[kind].nouns[1]} ${fields.join(', ')}`];
  });
  return parts.join('; ');
}

function current(facts: JobFacts, planned: readonly Kind[]): Kind[] {
  return planned.filter((kind) => currentReadBack(facts, kind) !== undefined);
}

function sumOf(
  { readBack }: JobFacts,
  of: readonly Kind[],
): { readonly planned: number; readonly same: number; readonly hidden: number } {
  const sum = { planned: 0, same: 0, hidden: 0 };
  for (const kind of of) {
    const found = readBack!.kinds[kind]!;
    sum.planned += found.planned;
    sum.same += found.same;
    sum.hidden += found.hidden;
  }
  return sum;
}

/** `2026-11-21 05:58 to 06:11 UTC`: when the kinds were read. */
function timesOf({ readBack }: JobFacts, of: readonly Kind[]): string {
  const times = of.flatMap((kind) => readBack!.kinds[kind]?.at ?? []);
  const [from, to] = [utcMinute(Math.min(...times)), utcMinute(Math.max(...times))];
  if (from === to) return `${from} UTC`;
  return from.slice(0, 10) === to.slice(0, 10)
    ? `${from} to ${to.slice(11)} UTC`
    : `${from} to ${to} UTC`;
}

/** `users, groups and memberships`. */
function namesOf(of: readonly Kind[]): string {
  const names = of.map((kind) => kinds[kind].nouns[1]);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

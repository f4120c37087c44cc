import { count, counted, kinds } from '@chatferry/contract';
import {
  duration,
  type FollowPace,
  type KindComparison,
  type ReasonToWait,
  type ThawReason,
} from '@chatferry/job/planned';

// Sentences for followers, cut-overs and their status.

const reasons: readonly (readonly [reason: ReasonToWait, text: string])[] = [
  ['missing', 'for a record that is missing'],
  ['taken-id', 'for an id that another row has'],
  ['removals', 'for --max-removals'],
];

/** The number of waiting changed rows, by reason; undefined when no row waits. */
export function waitingText(waiting: Readonly<Record<ReasonToWait, number>>): string | undefined {
  const held = reasons.filter(([reason]) => waiting[reason] > 0);
  if (held.length === 0) return undefined;
  const rows = held.reduce((sum, [reason]) => sum + waiting[reason], 0);
  const parts = held.map(([reason, text]) => `${count(waiting[reason])} ${text}`);
  return `${counted(rows, 'changed row waits', 'changed rows wait')}: ${parts.join(', ')}.`;
}

/** The number of records that stay in the app although their rows are gone; undefined when there are none. */
export function goneText(gone: number): string | undefined {
  if (gone === 0) return undefined;
  return `${counted(gone, 'record stays', 'records stay')} in the app whose ${gone === 1 ? 'row is' : 'rows are'} gone from the databases; gone.jsonl lists ${gone === 1 ? 'it' : 'them'}.`;
}

/** The number of records that are not in the app as planned. */
export function differentText(records: number): string {
  return `${counted(records, 'record is', 'records are')} not in the app as planned`;
}

/** How many records are named. */
const EXAMPLES = 3;

/** Names some of the records that are not as planned, and what differs; empty when none does. */
export function differencesText(differing: readonly KindComparison[]): string {
  const all = differing.flatMap(({ kind, fields, examples: { missing, doubled } }) => [
    ...fields.map(({ field, examples: [first] }) => `${field} of ${kind}:${first!.id} differs`),
    ...missing.map(({ id }) =>
      kinds[kind].isRemoval === true
        ? `${kind}:${id} is still to be done`
        : `${kind}:${id} is missing`,
    ),
    ...doubled.map((id) => `${kind}:${id} is stored more than once`),
  ]);
  const shown = all.slice(0, EXAMPLES);
  return [...shown, ...(all.length > EXAMPLES ? ['and others'] : [])].join('; ');
}

/** States that a follower cannot keep up, and how to help. */
export function fallingBehindText({ changedPerMinute, sentPerMinute }: FollowPace): string {
  return `Rows change faster than they are sent: ${count(changedPerMinute)} a minute against ${count(sentPerMinute)}. The lag grows until people write less, or the quota is larger.`;
}

const texts: Readonly<Record<ThawReason, string>> = {
  deadline: 'The deadline is over, or what is left takes longer than it allows.',
  interrupted: 'Interrupted.',
  aborted: 'Given up.',
  'still-writes': 'The legacy system still writes.',
  differs: 'Records are not in the app as planned.',
  'freeze-failed': 'The freeze may be half done.',
  'run-stopped': 'Sending stopped.',
};

/** The reason why people write in the legacy system again. */
export function thawText(why: ThawReason): string {
  return texts[why];
}

/** A short time in tenths of a second, a longer time in its largest units. */
export function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}

import { count, counted, type Kind, kinds } from '@chatferry/contract';
import type { ComparedSegments, CutOverEvent, CutOverOutcome } from '@chatferry/follow';
import { duration } from '@chatferry/job/planned';
import {
  differencesText,
  goneText,
  seconds,
  thawText,
  waitingText,
} from '../running/follow-texts.ts';
import { clockSecond } from '../screens/clock-text.ts';

/** A line about a state of a cut-over. */
export interface CutOverLine {
  readonly state: string;
  readonly text: string;
  /** Lines with the same value count as repeats: in a series of them, only the first is printed. Absent: always printed. */
  readonly repeats?: string;
}

/** The operator's options of a cut-over. */
export interface CutOverChoices {
  /** The longest time in milliseconds for which people may be unable to write. */
  readonly deadline?: number;
  /** The command that opens the app; without it, a person opens the app. */
  readonly open?: string;
  /** Whether to remove records whose rows are gone. */
  readonly removals?: boolean;
}

/** The line of an event; undefined for events that the operator need not see. */
export function cutOverLine(
  event: CutOverEvent,
  { deadline, open, removals }: CutOverChoices,
): CutOverLine | undefined {
  switch (event.type) {
    case 'resumed':
      return {
        state: event.state,
        text: `Continued. People have not been able to write in the legacy system since ${clockSecond(event.frozenAt)}.`,
      };
    case 'not-armed':
      return event.why === 'differs'
        ? {
            state: 'following',
            text: `${comparedText(event.compared)} chatferry verify lists all that differs; end this, and chatferry retry or chatferry repair sends it again.`,
            repeats: `differs ${comparedText(event.compared)}`,
          }
        : {
            state: 'following',
            text: `The last round took ${seconds(event.ms)}, longer than the ${duration(event.mostMs)} of ${deadline === undefined ? 'a round' : 'the deadline'}. ${catchingUpText(event)}`,
            repeats: `too-long ${isCatchingUp(event)}`,
          };
    case 'armed': {
      const removed =
        event.gone === 0 || removals === true
          ? undefined
          : `--removals removes ${event.gone === 1 ? 'it' : 'them'}.`;
      const parts = [
        `The last round took ${seconds(event.ms)}: people will not be able to write for about that long.`,
        waitingText(event.waiting),
        goneText(event.gone),
        removed,
      ];
      return {
        state: 'armed',
        text: parts.filter((part) => part !== undefined).join(' '),
        repeats: 'armed',
      };
    }
    case 'freezing':
      return { state: 'freezing', text: 'Stopping people from writing in the legacy system.' };
    case 'frozen':
      return { state: 'frozen', text: 'Changes from now on are too late.' };
    case 'writing':
      return {
        state: 'frozen',
        text: `Waiting for open transactions that have written ${event.tables.join(', ')}.`,
      };
    case 'drained':
      return { state: 'drained', text: drainedText(event) };
    case 'changed-after':
      return {
        state: 'frozen',
        text: `${counted(event.rows, 'row has', 'rows have')} changed after the freeze: the legacy system still writes. ${event.rows === 1 ? 'It is' : 'They are'} sent too.`,
      };
    case 'compared': {
      const isAsPlanned = event.compared.differing.length === 0;
      return {
        state: isAsPlanned ? 'verified' : 'drained',
        text: `${comparedText(event.compared)}${isAsPlanned ? ' Nothing has changed since.' : ''}`,
      };
    }
    case 'opening':
      return open === undefined ? undefined : { state: 'opening', text: 'Opening the app.' };
    case 'open':
      return { state: 'open', text: `People could not write for ${duration(event.closedMs)}.` };
    case 'thawing':
      return { state: 'thawing', text: thawText(event.why) };
    case 'thawed':
      return {
        state: 'following',
        text: `The legacy system is open again. People could not write for ${duration(event.closedMs)}. Nothing is lost.`,
      };
    case 'command-failed':
      return {
        state: failedIn[event.command],
        text: `The command to ${event.command} failed. ${event.why}`,
      };
    case 'failing': {
      const text = [...event.lines, event.fix ?? ''].join(' ');
      return { state: 'failing', text: `${text} It is tried again.`, repeats: `failing ${text}` };
    }
    case 'reconciled':
    case 'flushed':
    case 'sending':
    case 'settled':
      return undefined;
  }
}

type TooLong = Extract<CutOverEvent, { type: 'not-armed' }>;

function isCatchingUp({ rows, changed }: TooLong): boolean {
  return changed < rows;
}

/** Text on whether the next round is shorter. */
function catchingUpText(event: TooLong): string {
  const { rows, changed } = event;
  const counts = `${counted(rows, 'changed row was', 'changed rows were')} sent in it, and ${counted(changed, 'row has', 'rows have')} changed meanwhile`;
  return isCatchingUp(event)
    ? `${counts}: it catches up.`
    : `${counts}: it does not catch up before people write less, or the quota is larger.`;
}

const failedIn = { freeze: 'freezing', thaw: 'thawing', open: 'opening' } as const;

function drainedText({ rows, records }: Extract<CutOverEvent, { type: 'drained' }>): string {
  const parts = Object.entries(records).map(([kind, number]) =>
    counted(number, ...kinds[kind as Kind].nouns),
  );
  if (rows === 0) return 'Nothing had changed.';
  return `${counted(rows, 'changed row')}: ${parts.length === 0 ? 'nothing to send' : parts.join(', ')}.`;
}

function comparedText({
  records,
  asPlanned,
  hidden,
  requests,
  differing,
}: ComparedSegments): string {
  const readable = hidden === 0 ? '' : `, ${counted(hidden, 'cannot be read', 'cannot be read')}`;
  const examples = differencesText(differing);
  return `${count(asPlanned)} of ${counted(records, 'record')} ${asPlanned === 1 ? 'is' : 'are'} as planned${readable}, ${counted(requests, 'request')}.${examples === '' ? '' : ` ${examples}.`}`;
}

/** Counts the records that are not as planned in the open app, and the records that stay in it. */
export function notInAppText({
  different,
  rejected,
  waiting,
  gone,
}: Pick<CutOverOutcome, 'different' | 'rejected' | 'waiting' | 'gone'>): string {
  const parts = [
    ...(different === 0 ? [] : [counted(different, 'record differs', 'records differ')]),
    ...(rejected === 0
      ? []
      : [counted(rejected, 'row was rejected', 'rows were rejected') + ' for a missing record']),
    ...(waiting === 0 ? [] : [`${counted(waiting, 'row waits', 'rows wait')} for you`]),
  ];
  const text = parts.length === 0 ? 'Everything is in it as planned.' : `${parts.join(', ')}.`;
  return [text, goneText(gone)].filter((part) => part !== undefined).join(' ');
}

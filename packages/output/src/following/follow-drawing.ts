import { count, counted } from '@chatferry/contract';
import type { FollowEvent } from '@chatferry/follow';
import { duration } from '@chatferry/job/planned';
import { clockMinute, clockSecond } from '../screens/clock-text.ts';
import { headLine } from '../screens/head-line.ts';
import type { Frame } from '../screens/live.ts';
import { firstFitting } from '../screens/text-width.ts';
import { differencesText, differentText } from '../running/follow-texts.ts';
import { waitingLines } from '../screens/waiting-lines.ts';

/** The progress of a follower. Times are milliseconds since 1970. */
export interface FollowProgress {
  readonly startedAt: number;
  readonly sources: readonly string[];
  /** The number of changed rows found. */
  readonly changed: number;
  readonly segments: number;
  readonly waiting: number;
  /** The time of the latest comparison of the sources, and its duration. */
  readonly compared?: { readonly at: number; readonly ms: number };
  readonly sent?: {
    readonly segment: number;
    readonly at: number;
    readonly lagMs: number | undefined;
  };
  /** Settled records of the segment in progress. */
  readonly sending?: number | undefined;
  /** The latest comparisons of the app with the sent records. */
  readonly app?: AppFindings;
  readonly failing?: { readonly text: string; readonly nextAt: number } | undefined;
}

interface AppFindings {
  /** The latest comparison, and the last segment that it has reached; absent before the first one. */
  readonly compared?: { readonly at: number; readonly to: number } | undefined;
  /** Records that were not as planned. */
  readonly different: number;
  /** Some of them, and what differs; empty when they were found by an earlier process. */
  readonly examples: string;
  /** Why the app cannot be compared now. */
  readonly notCompared?: string | undefined;
}

/** The progress after an event. */
export function afterEvent(before: FollowProgress, event: FollowEvent, at: number): FollowProgress {
  const progress = event.type === 'failing' ? before : { ...before, failing: undefined };
  switch (event.type) {
    case 'following':
      return {
        ...progress,
        sources: event.sources,
        segments: event.segments,
        waiting: event.waiting,
        app: { different: event.different, examples: '' },
      };
    case 'begun':
      return { ...progress, waiting: event.waiting };
    case 'reconciled':
      return { ...progress, compared: { at, ms: event.ms } };
    case 'flushed': {
      const { keys, segment, waiting } = event;
      const segments = segment?.no ?? progress.segments;
      return { ...progress, changed: progress.changed + keys, segments, waiting };
    }
    case 'sending': {
      const records = event.event.type === 'batch-settled' ? event.event.records : 0;
      return { ...before, sending: (before.sending ?? 0) + records };
    }
    case 'settled': {
      const { segment, lagMs } = event;
      return { ...progress, sending: undefined, sent: { segment, at, lagMs } };
    }
    case 'failing':
      return {
        ...before,
        failing: { text: oneLine(event), nextAt: event.nextAt },
      };
    case 'app-compared': {
      const { to, different, compared } = event;
      const found = differencesText(compared.differing);
      const examples = found === '' && different > 0 ? (progress.app?.examples ?? '') : found;
      return { ...progress, app: { compared: { at, to }, different, examples } };
    }
    case 'not-compared': {
      const { different, examples, compared } = progress.app!;
      return { ...progress, app: { compared, different, examples, notCompared: oneLine(event) } };
    }
    case 'warning':
    case 'falling-behind':
      return progress;
  }
}

function oneLine({ lines }: { readonly lines: readonly string[] }): string {
  return lines.join(' ').replaceAll(/\s+/g, ' ');
}

/** The drawing for a terminal: the start, the rows found and sent, and the cause of a delay. */
export function followDrawing(progress: FollowProgress, title: string, frame: Frame): string[] {
  const { columns, now } = frame;
  const { startedAt, sources, sent, compared } = progress;
  const end = sent === undefined ? [] : [`last sent ${clockMinute(sent.at)}`];
  const names = sources.join(', ');
  const comparedAt = compared && `compared ${clockSecond(compared.at)}`;
  return [
    headLine({ title, percent: undefined, startedAt, now, end }, columns),
    ...(comparedAt === undefined
      ? []
      : [
          firstFitting(
            [`${names}: ${comparedAt}, in ${duration(compared!.ms)}`, comparedAt],
            columns,
          ),
        ]),
    ...sentLines(progress, columns),
    ...appLines(progress, columns),
    ...(progress.waiting === 0 ? [] : [`${counted(progress.waiting, 'row')} waiting`]),
    ...failingLines(progress, frame),
  ];
}

function sentLines(
  { changed, segments, sent, sending }: FollowProgress,
  columns: number,
): string[] {
  const found = `${counted(changed, 'changed row')}, ${counted(segments, 'segment')}`;
  const lag =
    sent?.lagMs === undefined ? '' : `; the latest ${duration(sent.lagMs)} after its first change`;
  return [
    firstFitting([`${found}${lag}`, found], columns),
    ...(sending === undefined ? [] : [`sending: ${count(sending)} settled`]),
  ];
}

/** The fix for records that differ, from long to short. */
const fixes = [
  'chatferry verify lists all that differs; stop this, and chatferry repair corrects it',
  'stop this, and chatferry repair corrects it',
  'chatferry repair corrects it',
];

function appLines({ app }: FollowProgress, columns: number): string[] {
  if (app === undefined) return [];
  const { compared, different, examples, notCompared } = app;
  const until = compared && `app: compared ${clockSecond(compared.at)}`;
  const text = differentText(different);
  return [
    ...(until === undefined
      ? []
      : [firstFitting([`${until}, up to segment ${count(compared!.to)}`, until], columns)]),
    ...(notCompared === undefined
      ? []
      : [
          firstFitting([`app: not compared now: ${notCompared}`, 'app: not compared now'], columns),
        ]),
    ...(different === 0
      ? []
      : [
          firstFitting([...(examples === '' ? [] : [`${text}: ${examples}`]), text], columns),
          firstFitting(fixes, columns),
        ]),
  ];
}

function failingLines({ failing }: FollowProgress, frame: Frame): string[] {
  return failing === undefined ? [] : waitingLines(failing.text, failing.nextAt, frame);
}

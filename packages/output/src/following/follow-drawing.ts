import { count, counted } from '@chatferry/contract';
import type { FollowEvent } from '@chatferry/follow';
import { duration } from '@chatferry/job/planned';
import { clockMinute, clockSecond } from '../screens/clock-text.ts';
import { headLine } from '../screens/head-line.ts';
import type { Frame } from '../screens/live.ts';
import { firstFitting } from '../screens/text-width.ts';
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
  readonly failing?: { readonly text: string; readonly nextAt: number } | undefined;
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
        failing: { text: event.lines.join(' ').replaceAll(/\s+/g, ' '), nextAt: event.nextAt },
      };
    case 'warning':
    case 'falling-behind':
      return progress;
  }
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

function failingLines({ failing }: FollowProgress, frame: Frame): string[] {
  return failing === undefined ? [] : waitingLines(failing.text, failing.nextAt, frame);
}

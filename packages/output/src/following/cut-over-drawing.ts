import { count, counted } from '@chatferry/contract';
import type { CutOverEvent } from '@chatferry/follow';
import { clockSecond, exactDuration } from '../screens/clock-text.ts';
import { headLine } from '../screens/head-line.ts';
import type { Frame } from '../screens/live.ts';
import { firstFitting, wrapped } from '../screens/text-width.ts';
import { waitingLines } from '../screens/waiting-lines.ts';
import type { CutOverLine } from './cut-over-lines.ts';

/** The progress of a cut-over. Times are milliseconds since 1970. */
export interface CutOverProgress {
  readonly startedAt: number;
  readonly state: string;
  /** The lines so far, the latest last. A repeated line keeps its first time. */
  readonly lines: readonly (CutOverLine & { readonly at: number })[];
  /** The time since which people cannot write. */
  readonly closedAt?: number;
  /** How long people could not write; undefined until they can write again. */
  readonly closedMs?: number | undefined;
  /** The latest time at which the legacy system is opened again; undefined without a deadline. */
  readonly thawsAt?: number | undefined;
  /** Records of the segment in progress. */
  readonly sending?: { readonly settled: number; readonly of: number } | undefined;
  readonly failing?: { readonly text: string; readonly nextAt: number } | undefined;
}

/** @param line the line of the event, if any */
export function afterCutOverEvent(
  before: CutOverProgress,
  event: CutOverEvent,
  line: CutOverLine | undefined,
  { at, deadlineMs }: { readonly at: number; readonly deadlineMs: number | undefined },
): CutOverProgress {
  if (event.type === 'failing') {
    const text = event.lines.join(' ').replaceAll(/\s+/g, ' ');
    return { ...before, failing: { text, nextAt: event.nextAt } };
  }
  const closedAt = before.closedAt ?? closedSince(event, at);
  const progress = {
    ...before,
    ...(line === undefined ? {} : { state: line.state, lines: withLine(before.lines, line, at) }),
    ...(closedAt === undefined ? {} : { closedAt }),
    thawsAt: closedAt === undefined || deadlineMs === undefined ? undefined : closedAt + deadlineMs,
    failing: undefined,
  };
  if (event.type === 'flushed') {
    const records = Object.values(event.segment?.records ?? {});
    const of = records.reduce((sum, each) => sum + each, 0);
    return { ...progress, sending: of === 0 ? undefined : { settled: 0, of } };
  }
  if (event.type === 'sending') {
    const more = event.event.type === 'batch-settled' ? event.event.records : 0;
    const { settled, of } = before.sending ?? { settled: 0, of: 0 };
    return { ...before, sending: { settled: settled + more, of } };
  }
  if (event.type === 'settled') return { ...progress, sending: undefined };
  if (event.type === 'open' || event.type === 'thawed')
    return { ...progress, closedMs: event.closedMs };
  return progress;
}

function closedSince(event: CutOverEvent, at: number): number | undefined {
  if (event.type === 'resumed') return event.frozenAt;
  return event.type === 'freezing' || event.type === 'frozen' ? at : undefined;
}

function withLine(
  lines: CutOverProgress['lines'],
  line: CutOverLine,
  at: number,
): CutOverProgress['lines'] {
  const last = lines.at(-1);
  const isAgain = line.repeats !== undefined && line.repeats === last?.repeats;
  return isAgain ? [...lines.slice(0, -1), { ...line, at: last.at }] : [...lines, { ...line, at }];
}

const STATE_WIDTH = 10;
/** Below this width, the text of a state starts on a line of its own. */
const WIDE = 60;

/** The drawing for a terminal: whether people can write, the states with their times, and the activity in progress. */
export function cutOverDrawing(progress: CutOverProgress, title: string, frame: Frame): string[] {
  const { columns, rows, now } = frame;
  const { startedAt, state } = progress;
  const head = headLine(
    { title, percent: state, startedAt, now, end: writingTexts(progress, now) },
    columns,
  );
  const last = [...activityLines(progress), ...waitLines(progress, frame)];
  // A question takes at most two lines, and the cursor one.
  const space = Math.max(rows - last.length - 4, 1);
  return [head, ...stateLines(progress.lines, columns, space), ...last];
}

/** Texts on whether people can write, from long to short. */
function writingTexts({ closedAt, closedMs, state }: CutOverProgress, now: number): string[] {
  if (closedAt === undefined) return ['people write in the legacy system', 'people write'];
  if (closedMs === undefined) {
    const since = exactDuration(now - closedAt);
    return [`people cannot write: ${since} so far`, `no writing for ${since}`];
  }
  if (state !== 'open') return ['people write again'];
  const long = exactDuration(closedMs);
  return [`people could not write for ${long}`, `no writing for ${long}`];
}

/** Each state with its text. If space is short, earlier states lose first their texts and then their lines. */
function stateLines(lines: CutOverProgress['lines'], columns: number, space: number): string[] {
  const full = lines.map((line) => linesOf(line, columns));
  const short = lines.map(({ at, state }) => [`${clockSecond(at)} ${state}`]);
  for (let from = 0; from < lines.length; from++) {
    const shown = [...short.slice(0, from), ...full.slice(from)].flat();
    if (shown.length <= space) return shown;
  }
  return [...short.slice(0, -1).flat(), ...(full.at(-1) ?? [])].slice(-space);
}

function linesOf({ at, state, text }: CutOverProgress['lines'][number], columns: number): string[] {
  const start = `${clockSecond(at)} ${state.padEnd(STATE_WIDTH)} `;
  if (columns < WIDE)
    return [start.trimEnd(), ...wrapped(text, columns - 2).map((each) => `  ${each}`)];
  return wrapped(text, columns - start.length).map(
    (each, index) => (index === 0 ? start : ' '.repeat(start.length)) + each,
  );
}

function activityLines({ state, sending }: CutOverProgress): string[] {
  if (sending !== undefined)
    return [
      `sending: ${count(sending.settled)} of ${counted(sending.of, 'record', 'records')} settled`,
    ];
  if (state === 'frozen') return ['finding what has changed'];
  return state === 'drained' ? ['comparing what was sent with the app'] : [];
}

function waitLines({ failing, thawsAt, closedMs, state }: CutOverProgress, frame: Frame): string[] {
  const { columns, now } = frame;
  const isDue = thawsAt !== undefined && closedMs === undefined;
  const thaws = isDue && !['opening', 'thawing'].includes(state);
  const left = thaws ? exactDuration(Math.max(thawsAt - now, 0)) : '';
  return [
    ...(failing === undefined ? [] : waitingLines(failing.text, failing.nextAt, frame)),
    ...(thaws
      ? [
          firstFitting(
            [
              `the legacy system is opened again at ${clockSecond(thawsAt)} (in ${left}), unless the app is open then`,
              `opens the legacy system again at ${clockSecond(thawsAt)} (in ${left})`,
              `thaws at ${clockSecond(thawsAt)} (in ${left})`,
            ],
            columns,
          ),
        ]
      : []),
  ];
}

import type { Kind } from '@chatferry/contract';
import {
  ExportProgress,
  type KindFacts,
  type RunProgress,
  type VerifyEvent,
  VerifyProgress,
} from '@chatferry/job/planned';
import type { PlanningProgress } from '@chatferry/job/planning';
import { noOutcomes } from '@chatferry/runner';
import type { CutOverEvent } from '@chatferry/follow';
import { exportDrawing } from '../../src/exporting/export-drawing.ts';
import { afterCutOverEvent, cutOverDrawing } from '../../src/following/cut-over-drawing.ts';
import { cutOverLine } from '../../src/following/cut-over-lines.ts';
import { followDrawing } from '../../src/following/follow-drawing.ts';
import { copyDrawing } from '../../src/media/copy-drawing.ts';
import { planningDrawing } from '../../src/planning/planning-drawing.ts';
import { runDrawing } from '../../src/running/run-drawing.ts';
import { watchDrawing } from '../../src/running/watch-drawing.ts';
import type { Frame } from '../../src/screens/live.ts';
import { undoReading } from '../../src/undoing/undo-drawing.ts';
import { WorkerScreen } from '../../src/store/worker-screen.ts';
import { verifyDrawing } from '../../src/verifying/verify-drawing.ts';

type Size = Omit<Frame, 'now'>;

const at = (time: string): string => new Date(`2026-11-24T${time}+01:00`).toISOString();
const ms = (time: string): number => Date.parse(at(time));
const now = ms('04:20:30');

const next = (name: string, ...rest: readonly string[]): string =>
  ['chatferry', name, ...rest, '--job bulk'].join(' ');
const about = {
  title: 'bulk → tram-depot, eu',
  resume: next('resume'),
  rate: (quota: string) => next('rate', quota),
  maxFailures: '20',
};

const none = { failed: 0, skipped: 0, unresolved: 0 };
const done = (planned: number): KindFacts => ({
  planned,
  settled: planned,
  ...none,
  state: 'done',
});
const toCome = (planned: number): KindFacts => ({ planned, settled: 0, ...none, state: 'waiting' });
const messages = {
  planned: 1_201_930,
  settled: 971_190,
  ...none,
  state: 'sending',
  recordsPerMinute: 2970,
  remainingMs: 78 * 60_000,
} as const;

const run: RunProgress = {
  at: at('04:20:30'),
  startedAt: at('02:31:30'),
  quota: 60,
  requestsPerMinute: 59.4,
  recordsPerSecond: 49.5,
  inFlight: 4,
  p50Ms: 214,
  p99Ms: 1400,
  again: 31,
  remainingMs: 88 * 60_000,
  endsAt: at('05:48:00'),
  lastTrouble: { code: 'HTTP 503', since: at('03:40:00'), at: at('03:54:10'), again: 28 },
  kinds: {
    roles: done(3),
    users: done(12_441),
    groups: done(314),
    members: done(46_102),
    messages,
    reactions: toCome(88_020),
    friends: toCome(5129),
    blocks: toCome(208),
    deactivations: toCome(96),
  },
};
const { lastTrouble: _, ...calm } = run;
const two = { messages, reactions: toCome(88_020) };

const ofRun =
  (progress: RunProgress) =>
  (size: Size): string[] =>
    runDrawing(progress, about, { ...size, now });

const waiting = { ...calm, kinds: { messages } };
const users = { ...toCome(12_441), settled: 50, state: 'sending' } as const;

function verification(): VerifyProgress {
  const kinds = [
    { kind: 'users', planned: 12_441, requests: 13 },
    { kind: 'messages', planned: 1_201_930, requests: 1203 },
    { kind: 'reactions', planned: 88_020, requests: 1203 },
  ] as const;
  const found = {
    messages: {
      different: 2,
      missing: 0,
      doubled: 0,
      field: {
        field: 'data.text',
        records: 2,
        examples: [{ id: 'post-58120', file: 'messages.ndjson.gz', line: 702 }],
      },
    },
  } as const;
  const progress = new VerifyProgress(ms('04:13:30'));
  for (let nth = 1; nth <= 500; nth++) {
    const event: VerifyEvent = {
      step: 'reading',
      kind: 'reactions',
      planned: 88_020,
      records: 100 * nth,
      requests: nth,
      inFlight: 2,
      answerMs: nth % 90 === 0 ? 310 : 88,
      kinds,
      found,
    };
    progress.take(event, ms('04:13:30') + nth * 840);
  }
  return progress;
}

function exported(): ExportProgress {
  const progress = new ExportProgress(ms('04:17:30'));
  const steps = ['roles', 'users', 'groups', 'members', 'messages', 'reactions'];
  const step = (name: string, read: number, share: number, requests: number, time: string): void =>
    progress.take(
      { step: name, steps, read, share, requests, requestsAhead: 250, pass: 1, answerMs: 95 },
      ms(time),
    );
  step('roles', 3, 1, 1, '04:17:31');
  step('users', 12_441, 1, 14, '04:17:33');
  step('groups', 314, 1, 15, '04:17:34');
  step('members', 46_102, 1, 362, '04:18:20');
  step('messages', 0, 0, 363, '04:18:21');
  for (let nth = 1; nth <= 129; nth++)
    step(
      'messages',
      nth * 1000,
      nth / 1202,
      363 + nth,
      `04:${nth < 40 ? 18 : nth < 99 ? 19 : 20}:${String((nth + 21) % 60 === 0 ? 59 : Math.min((nth + 21) % 60, nth < 99 ? 59 : 30)).padStart(2, '0')}`,
    );
  return progress;
}

const reading: PlanningProgress = {
  step: 'reading',
  file: 'messages.ndjson.gz',
  rows: 650_000,
  source: 4,
  sources: 8,
  bytes: 212e6,
  ofBytes: 412e6,
  allRows: 703_114,
  rejected: 1204,
  merged: 388,
};

function worker(): WorkerScreen {
  const screen = new WorkerScreen('worker mig-1:4711, pool default', ms('02:10:00'));
  const of = { job: 'night', app: 'tram-depot', step: 'send', worker: 'mig-1:4711' } as const;
  const shift = (kind: Kind, part: number): void =>
    screen.take({ ...of, type: 'shift-taken', kind, part, tookOver: false, quota: 60 });
  shift('messages', 1);
  shift('messages', 4);
  const change = { ...noOutcomes, created: 12_300, failed: 3 };
  const batch = { lane: 1, seq: 1, requests: 1, answerMs: 9, inFlight: 1 };
  const event = { type: 'batch-settled', kind: 'messages', records: 12_303, change } as const;
  screen.take({ ...of, type: 'run', kind: 'messages', part: 1, event: { ...event, ...batch } });
  const message = 'The service asks for a pause.';
  const waits = { type: 'waiting', why: 'rate-limited', until: undefined, message } as const;
  screen.take({ ...of, type: 'run', kind: 'messages', part: 1, event: waits });
  return screen;
}

const compared = { records: 64, asPlanned: 64, hidden: 0, requests: 4, differing: [] };
const round = { ms: 1900, rows: 64, changed: 3, compared };
const segment = { no: 48, requests: 2, records: { members: 1, messages: 63 } };
const settled = { type: 'batch-settled', records: 30 };

/** The events of a night, each with its time. */
const night: readonly (readonly [string, unknown])[] = [
  [
    '04:17:04',
    { type: 'armed', waiting: { missing: 3, 'taken-id': 0, removals: 0 }, gone: 0, ...round },
  ],
  ['04:20:17', { type: 'frozen' }],
  ['04:20:18', { type: 'flushed', keys: 64, segment }],
  ['04:20:19', { type: 'sending', event: settled }],
  ['04:20:20', { type: 'settled', segment: 48 }],
  ['04:20:21', { type: 'drained', rows: 64, records: segment.records }],
  ['04:20:23', { type: 'compared', compared }],
  ['04:20:28', { type: 'open', closedMs: 11_000 }],
];

/** The screen of a cut-over after some of its events. @param last an event in addition */
const cutOverAfter =
  (events: number, last?: readonly [string, unknown]) =>
  (size: Size): string[] => {
    const values = { deadline: 300_000, open: './release.sh' } as never;
    let progress: Parameters<typeof cutOverDrawing>[0] = {
      startedAt: ms('04:16:30'),
      state: 'following',
      lines: [],
    };
    for (const [time, given] of [
      ...night.slice(0, events),
      ...(last === undefined ? [] : [last]),
    ]) {
      const event = given as CutOverEvent;
      progress = afterCutOverEvent(progress, event, cutOverLine(event, values), {
        at: ms(time),
        deadlineMs: 300_000,
      });
    }
    return cutOverDrawing(progress, 'crm → tram-depot, eu', { ...size, now });
  };

/** The question that a screen waits with. */
export const askedOn: Readonly<Record<string, string>> = {
  'cut-over, armed': 'Stop writing in the legacy system, then type frozen: ',
  'cut-over, verified': 'Open the app, then type open: ',
  'cut-over, thawing': 'Let people write in the legacy system again, then type thawed: ',
};

/** Every live screen, as it is at one moment of an invented job. */
export const shownScreens: Readonly<Record<string, (size: Size) => readonly string[]>> = {
  run: ofRun(run),
  'run, first seconds': ofRun({
    ...calm,
    startedAt: at('04:20:26'),
    requestsPerMinute: undefined,
    recordsPerSecond: undefined,
    remainingMs: undefined,
    endsAt: at('05:14:00'),
    inFlight: 2,
    again: 0,
    kinds: { users },
  }),
  'run, after rate': ofRun({
    ...calm,
    quota: 20,
    given: 60,
    quotaSince: at('04:20:29'),
    requestsPerMinute: undefined,
    recordsPerSecond: undefined,
    remainingMs: undefined,
    endsAt: new Date('2026-11-27T10:38:00+01:00').toISOString(),
    inFlight: 1,
    kinds: {
      messages: { ...messages, recordsPerMinute: 990, remainingMs: 233 * 60_000 },
      reactions: { ...two.reactions, remainingMs: 74 * 3_600_000 },
    },
  }),
  'run, losses': ofRun({
    ...calm,
    kinds: {
      messages: { ...messages, settled: 985_900, failed: 3, failedCodes: ['HTTP 413'], skipped: 7 },
    },
  }),
  'run, trouble': ofRun({
    ...waiting,
    waiting: {
      why: 'trouble',
      message: 'HTTP 503: The service is temporarily unavailable.',
      since: at('04:10:30'),
      until: at('04:20:52'),
      givesUpAt: at('05:10:30'),
    },
  }),
  'run, asked to wait': ofRun({
    ...waiting,
    waiting: {
      why: 'rate-limited',
      message: 'HTTP 429: Too many requests.',
      since: at('04:20:20'),
      until: at('04:20:48'),
    },
  }),
  'run, paused': ofRun({
    ...waiting,
    waiting: { why: 'paused', message: 'The run is paused.', since: at('04:17:20') },
  }),
  'run, timetable': ofRun({
    ...waiting,
    waiting: {
      why: 'no-rate',
      message: 'The rate is 0 requests a minute.',
      since: at('04:00:00'),
      until: at('05:32:30'),
    },
  }),
  'status, watched': (size) =>
    watchDrawing(
      {
        progress: { ...run, kinds: { messages } },
        holder: { pid: 4711, host: 'mig-1', since: ms('02:31:00') },
        lastChangeAt: now - 1000,
        target: { appId: 'tram-depot', region: 'eu' },
      },
      'bulk',
      next,
      { ...size, now },
    ),
  verify: (size) => verifyDrawing(verification(), 600, 'bulk ⇄ tram-depot, eu', { ...size, now }),
  'undo, reading': (size) =>
    undoReading('messages', {
      title: 'undo bulk ← tram-depot, eu',
      startedAt: ms('04:19:10'),
      frame: { ...size, now },
    }),
  undo: (size) =>
    runDrawing(
      {
        ...calm,
        startedAt: at('04:16:30'),
        quota: 10_000,
        requestsPerMinute: 1180,
        recordsPerSecond: 19.7,
        again: 0,
        remainingMs: 41 * 60_000,
        endsAt: at('05:01:00'),
        kinds: {
          reactions: { ...done(4720), failed: 2, failedCodes: ['ERR_MESSAGE_NOT_FOUND'] },
          messages: { ...toCome(48_700), settled: 310, state: 'sending', recordsPerMinute: 1180 },
          groups: toCome(314),
          users: toCome(12_441),
        },
      },
      { ...about, title: 'undo bulk ← tram-depot, eu', maxFailures: undefined },
      { ...size, now },
    ),
  repair: (size) =>
    runDrawing(
      {
        ...calm,
        startedAt: at('04:20:02'),
        inFlight: 2,
        again: 0,
        quota: 10_000,
        requestsPerMinute: 610,
        recordsPerSecond: 10.2,
        remainingMs: 60_000,
        endsAt: at('04:21:30'),
        kinds: {
          userUpdates: done(22),
          messageEdits: { ...toCome(560), settled: 285, state: 'sending', recordsPerMinute: 610 },
        },
      },
      { ...about, title: 'repair bulk → tram-depot, eu' },
      { ...size, now },
    ),
  plan: (size) => planningDrawing(reading, now - 6000, { ...size, now }),
  'plan, requests': (size) =>
    planningDrawing(
      { step: 'batching', kind: 'messages', done: 850_000, total: 1_201_930 },
      now - 9000,
      { ...size, now },
    ),
  export: (size) => exportDrawing(exported(), 500, 'tram-depot → app', { ...size, now }),
  'media copy': (size) =>
    copyDrawing(
      {
        startedAt: now - 130_000,
        latest: { files: 3120, bytes: 1.9e9, failed: 12, all: 9044 },
      },
      'media',
      { ...size, now },
    ),
  follow: (size) =>
    followDrawing(
      {
        startedAt: ms('01:02:00'),
        sources: ['crm'],
        changed: 12_031,
        segments: 47,
        waiting: 3,
        compared: { at: ms('04:20:12'), ms: 1200 },
        sent: { segment: 47, at: ms('04:18:40'), lagMs: 14_000 },
        app: {
          compared: { at: ms('04:19:52'), to: 47 },
          different: 2,
          examples: 'data.text of messages:812 differs; users:ann is missing',
        },
        failing: {
          text: 'crm: the database does not answer: connection refused at db.example:5432.',
          nextAt: ms('04:20:38'),
        },
      },
      'crm → tram-depot, eu',
      { ...size, now },
    ),
  'cut-over, armed': cutOverAfter(1),
  'cut-over, too long': cutOverAfter(0, [
    '04:17:04',
    { type: 'not-armed', why: 'too-long', mostMs: 300_000, ...round, ms: 342_000 },
  ]),
  'cut-over, frozen': cutOverAfter(2),
  'cut-over, sending': cutOverAfter(4),
  'cut-over, trouble': cutOverAfter(4, [
    '04:20:22',
    {
      type: 'failing',
      lines: ['HTTP 503: The service is temporarily unavailable.'],
      fix: '',
      nextAt: ms('04:20:31'),
    },
  ]),
  'cut-over, drained': cutOverAfter(6),
  'cut-over, verified': cutOverAfter(7),
  'cut-over, thawing': cutOverAfter(6, ['04:20:24', { type: 'thawing', why: 'deadline' }]),
  'cut-over, thawed': cutOverAfter(6, [
    '04:20:26',
    { type: 'thawed', why: 'deadline', closedMs: 9000 },
  ]),
  'cut-over, open': cutOverAfter(8),
  'worker, idle': (size) =>
    new WorkerScreen('worker mig-1:4711, pool default', ms('02:10:00')).drawing({ ...size, now }),
  worker: (size) => worker().drawing({ ...size, now }),
};

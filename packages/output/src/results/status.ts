import { z } from 'zod';
import { cutOverState, whyNotArmed, whyThawed } from './cutting-over.ts';
import { differentRecords, fallingBehind, goneRecords, waitingRows } from './following.ts';
import {
  byKind,
  conclusion,
  flag,
  group,
  isoTime,
  kind,
  list,
  listOf,
  notPlanned,
  oneOf,
  progress,
  rate,
  result,
  rows,
  stopReason,
  target,
  text,
  whole,
} from './values.ts';

// The result of `status`.

const kindProgress = z
  .strictObject({
    planned: whole('Records in the batches of the plan.'),
    settled: whole('Records with an outcome.'),
    failed: whole('Records that the service refused.'),
    failedCodes: list(
      z.string(),
      'Codes of the service for what failed since the run was started, each once.',
    ).optional(),
    skipped: whole('Records that were not sent, because a record they need is missing.'),
    unresolved: whole('Records of which it is not known whether they are stored.'),
    state: z.enum(['waiting', 'sending', 'done']).describe('Whether the kind was begun, or ended.'),
    recordsPerMinute: z
      .number()
      .describe('Records a minute: measured, or by the quota.')
      .optional(),
    remainingMs: z.number().describe('Milliseconds that the kind is expected to take.').optional(),
  })
  .meta({ id: 'KindProgress', description: 'How far a kind of a run in progress is.' });

export const statusResult = result('status', 'Where a job is.', {
  holder: group('The process that works on the job now.', {
    pid: whole('The id of the process.'),
    host: text('The machine on which it runs.'),
    since: isoTime('When it began.'),
  }).optional(),
  control: group('What pause and rate asked for.', {
    paused: flag('Whether the job is paused.'),
    requestsPerMinute: rate.describe('The quota that rate set, in requests a minute.').optional(),
  }),
  follow: group('How far a job is behind the databases that it follows.', {
    toPlan: whole('Changed rows that are planned next.'),
    waiting: waitingRows,
    gone: goneRecords,
    behindSince: isoTime(
      'When the oldest change was found that is not sent yet, apart from rows that wait.',
    ).optional(),
    fallingBehind: group(
      'Given when rows have changed faster than they were sent, in the last round.',
      fallingBehind,
    ).optional(),
    comparedAt: isoTime('When all rows of the databases were last compared with the plan.'),
    longTransaction: group(
      'The oldest transaction that was open for longer than a minute at the last comparison: what it has written is found when it ends.',
      {
        tables: list(text('A table.'), 'Those that it has written.'),
        since: isoTime('Since when it is open, as far as the server tells.'),
      },
    ).optional(),
    app: group('The latest comparisons of the app with the sent records.', {
      to: whole('All segments up to this one have been compared with the app; 0: none has.'),
      segments: whole('Segments that the plan has.'),
      at: isoTime('When segments were last compared.').optional(),
      dueSince: isoTime(
        'Since when the oldest segment is sent that was not compared; absent when all are compared.',
      ).optional(),
      different: differentRecords,
      differing: listOf('The kinds of these records.', {
        kind: kind.describe('The kind.'),
        records: whole('Records that were not as planned.'),
        ids: list(text('An id.'), 'Some of their ids.'),
      }),
    }),
    cutOver: group('The cut-over that has ended a round last.', {
      state: cutOverState,
      since: isoTime(
        'When the state was entered; in `armed`, the end of the last round.',
      ).optional(),
      round: group('The last round before the freeze.', {
        ms: z.number().describe('Milliseconds that it took.'),
        mostMs: z.number().describe('Milliseconds that it may take.'),
      }).optional(),
      notArmed: whyNotArmed.optional(),
      frozenAt: isoTime('Since when people cannot write in the legacy system.').optional(),
      writes: whole('How often the legacy system was written after the freeze.'),
      why: whyThawed.optional(),
      openedAt: isoTime('When the app was opened.').optional(),
      isFinished: flag('Whether everything after the opening is done.'),
    }).optional(),
  }).optional(),
  conclusion,
  undo: group('An undo that has begun.', {
    state: oneOf('How far the undo is.', ['planned', 'begun', 'done']),
  }).optional(),
  kinds: byKind(
    z.strictObject({
      ...rows,
      planned: whole('Records in the batches of the plan.'),
      ...notPlanned,
      ...progress,
    }),
    'The outcomes of all rows.',
  ),
  target: target.describe('The app that records were sent to.').optional(),
  runs: whole('How often the job was run.'),
  requests: whole('Requests made in all runs.'),
  startedAt: isoTime('When the latest run started.').optional(),
  lastChangeAt: isoTime('When a run last wrote an outcome.').optional(),
  end: oneOf('How the latest run ended.', ['finished', 'stopped']).optional(),
  reason: stopReason.describe('Why it stopped.').optional(),
  endedAt: isoTime('When the latest run ended.').optional(),
  progress: group('The rate of the run in progress.', {
    at: isoTime('When the run stated this.'),
    quota: rate.describe('The quota, in requests a minute.'),
    requestsPerMinute: z.number().describe('The measured rate, in requests a minute.').optional(),
    remainingMs: z.number().describe('Milliseconds until the run is expected to end.').optional(),
    endsAt: isoTime('When the run is expected to end.').optional(),
    startedAt: isoTime('When the run started.'),
    kinds: byKind(kindProgress, 'How far each kind is.'),
    given: rate.describe('The quota of the run, where rate has set another one.').optional(),
    quotaSince: isoTime('When the quota was changed.').optional(),
    inFlight: whole('Requests in flight when a batch was settled last.').optional(),
    recordsPerSecond: z.number().describe('The measured rate, in records a second.').optional(),
    p50Ms: whole('Milliseconds that half of the recent answers did not exceed.').optional(),
    p99Ms: whole('Milliseconds that 99 of 100 recent answers did not exceed.').optional(),
    again: whole('Requests of this run that were sent again.').optional(),
    lastTrouble: group('The latest requests of this run without a good answer.', {
      code: text('The code of the service or of the client.'),
      since: isoTime('When it happened first.'),
      at: isoTime('When it happened last.'),
      again: whole('Requests that were sent again because of it.'),
    }).optional(),
    waiting: group('Why no request is made now.', {
      why: text('What the run is waiting for.'),
      message: text('The same in a sentence.'),
      since: isoTime('When the wait began.'),
      until: isoTime('When the next request is due.').optional(),
      givesUpAt: isoTime('When the run gives up unless an answer comes.').optional(),
    }).optional(),
    trouble: text('The code of the latest request without a good answer.').optional(),
  }).optional(),
});

import { z } from 'zod';
import {
  byKind,
  conclusion,
  flag,
  isoTime,
  next,
  notPlanned,
  progress,
  rate,
  rows,
  stopReason,
  target,
  text,
  whole,
} from './values.ts';

// The result of `status`.

export const statusResult = z
  .strictObject({
    type: z.literal('status').describe('The name of this result.'),
    holder: z
      .strictObject({
        pid: whole('The id of the process.'),
        host: text('The machine on which it runs.'),
        since: isoTime('When it began.'),
      })
      .describe('The process that works on the job now.')
      .optional(),
    control: z
      .strictObject({
        paused: flag('Whether the job is paused.'),
        requestsPerMinute: rate
          .describe('The quota that rate set, in requests a minute.')
          .optional(),
      })
      .describe('What pause and rate asked for.'),
    conclusion,
    undo: z
      .strictObject({
        state: z.enum(['planned', 'begun', 'done']).describe('How far the undo is.'),
      })
      .describe('An undo that has begun.')
      .optional(),
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
    end: z.enum(['finished', 'stopped']).describe('How the latest run ended.').optional(),
    reason: stopReason.describe('Why it stopped.').optional(),
    endedAt: isoTime('When the latest run ended.').optional(),
    progress: z
      .strictObject({
        at: isoTime('When the run stated this.'),
        quota: rate.describe('The quota, in requests a minute.'),
        requestsPerMinute: z
          .number()
          .describe('The measured rate, in requests a minute.')
          .optional(),
        remainingMs: z
          .number()
          .describe('Milliseconds until the run is expected to end.')
          .optional(),
        endsAt: isoTime('When the run is expected to end.').optional(),
        startedAt: isoTime('When the run started.').optional(),
        recordsPerSecond: z.number().describe('The measured rate, in records a second.').optional(),
        p50Ms: whole('Milliseconds that half of the recent answers did not exceed.').optional(),
        p99Ms: whole('Milliseconds that 99 of 100 recent answers did not exceed.').optional(),
        again: whole('Requests of this run that were sent again.').optional(),
        lastTrouble: z
          .strictObject({
            code: text('The code of the service or of the client.'),
            at: isoTime('When it happened.'),
          })
          .describe('The latest request of this run without a good answer.')
          .optional(),
        waiting: z
          .strictObject({
            why: text('What the run is waiting for.'),
            message: text('The same in a sentence.'),
            until: isoTime('When the next request is due.').optional(),
          })
          .describe('Why no request is made now.')
          .optional(),
        trouble: text('The code of the latest request without a good answer.').optional(),
      })
      .describe('The rate of the run in progress.')
      .optional(),
    next,
  })
  .meta({ id: 'StatusResult', description: 'Where a job is.' });

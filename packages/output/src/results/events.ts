import { z } from 'zod';
import {
  byKind,
  event,
  flag,
  group,
  isoTime,
  kind,
  list,
  listOf,
  oneOf,
  outcomes,
  progress,
  rate,
  stopReason,
  text,
  whole,
} from './values.ts';

// The lines about the progress of a run.

const counts = z
  .strictObject(progress)
  .meta({ id: 'Counts', description: 'How far a kind is, in records.' });

const trouble = z
  .strictObject({
    code: text('The code of the service, HTTP with a status, or timeout, unreachable and others.'),
    message: text('What happened.'),
    details: z
      .record(z.string(), z.array(z.string()).readonly())
      .describe('What the service reports about single fields.')
      .optional(),
  })
  .meta({ id: 'Trouble', description: 'A request without a good answer.' });

const batch = {
  kind: kind.describe('The kind of the batch.'),
  lane: whole('The lane of the batch; batches of a lane are sent one after the other.'),
  seq: whole('The number of the batch in the plan.'),
  records: whole('Number of records.'),
};

const deprecation = {
  operation: text('The deprecated operation.'),
  replacement: text('The operation to use instead.').optional(),
  since: isoTime('Since when it is deprecated.').optional(),
  ends: isoTime('When it ends.').optional(),
};

const entriesSkipped = {
  operation: text('The operation that lists the entries.'),
  entries: whole('Entries that are not items. They were left out.'),
  forms: list(z.string(), 'The forms that the entries have, such as null.'),
};

const ofKind = { kind: kind.describe('The kind.'), counts };
const ofAll = byKind(counts, 'Where each kind is.');

export const runEvent = z
  .union([
    event('started', { run: whole('1 for the first run of the job.'), counts: ofAll }),
    event('preflight-started', {}),
    event('preflight-finished', {
      found: listOf('Planned records that the app held before; of messages those in a sample.', {
        kind: kind.describe('The kind.'),
        same: whole('Records with the content of the plan.'),
        different: whole('Records with other content.'),
      }),
    }),
    event('users-reactivated', {
      users: whole('Number of users, who are deactivated again in the end.'),
    }),
    event('kind-started', ofKind),
    event('batch-settled', {
      ...batch,
      change: group('What this run has changed in the counts of the kind.', outcomes),
      failedCodes: list(z.string(), 'Codes of the records that failed, each once.').optional(),
      requests: whole('Requests that this run has made for the batch.'),
      answerMs: z.number().describe('Milliseconds that the last answer took; 0 without one.'),
      inFlight: whole('Requests of the run that were in flight then.'),
    }),
    event('waiting', {
      why: oneOf('What the run is waiting for.', [
        'paused',
        'no-rate',
        'rate-limited',
        'trouble',
        'store',
      ]),
      message: text('The same in a sentence.'),
      until: isoTime('When the next request is due.').optional(),
    }),
    event('going-on', {}),
    event('slot-late', {}),
    event('retrying', {
      ...batch,
      attempts: whole('Requests made for these records before.'),
      afterMs: z.number().describe('Milliseconds until the next request.'),
      trouble,
    }),
    event('split', {
      ...batch,
      into: list(z.int(), 'The numbers of records of the two parts.'),
      requests: whole('Requests that this run has made for the batch.'),
      trouble,
    }),
    event('rate-limited', {
      kind: kind.describe('The kind.'),
      waitMs: z.number().describe('Milliseconds to wait.'),
      isStated: flag('Whether the answer states how long to wait.'),
    }),
    event('deprecated', deprecation),
    event('concurrency-changed', { concurrency: whole('Maximum number of requests in flight.') }),
    event('rate-changed', { requestsPerMinute: rate }),
    event('entries-skipped', entriesSkipped),
    event('kind-compared', ofKind),
    event('kind-finished', ofKind),
    event('stopped', { reason: stopReason, counts: ofAll }),
    event('finished', { counts: ofAll }),
  ])
  .meta({ id: 'RunEvent', description: 'A line about the progress of a run.' });

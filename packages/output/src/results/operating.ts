import { z } from 'zod';
import {
  byKind,
  flag,
  isoTime,
  kind,
  list,
  listOf,
  next,
  oneOf,
  progress,
  rate,
  result,
  stopReason,
  text,
  whole,
} from './values.ts';

// The results of the commands that control jobs, of the commands for many machines, and of `serve`.

export const steerResult = z
  .strictObject({
    type: oneOf('The name of the command.', ['pause', 'resume', 'rate', 'cancel']),
    jobs: list(z.string(), 'The job folder, or with --store the names of the jobs that changed.'),
    requestsPerMinute: z
      .union([rate, z.literal('default')])
      .describe('The quota that rate set, in requests a minute; default: that of the run.')
      .optional(),
    next,
  })
  .meta({ id: 'SteerResult', description: 'What pause, resume, rate or cancel changed.' });

export const storeResult = result('store', 'The tables of a store.', {
  store: text('The database, without its password.'),
  from: whole('The version of its tables before; 0 without tables.'),
  to: whole('The version of its tables now.'),
});

export const ledgerResult = result('ledger', 'Where the ledger of a job is.', {
  action: oneOf('Where the ledger was moved: export, into the job folder.', ['export', 'import']),
  ledger: text('The file or the database that has the ledger now.'),
});

export const submitted = result(
  'submitted',
  'A job that was given to workers.',
  {
    job: text('The name of the job.'),
    is: oneOf(
      'given: new. there: the workers have it already. changed: its settings were changed.',
      ['given', 'there', 'changed'],
    ),
  },
  'Submitted',
);

const step = z
  .enum(['check', 'send', 'compare'])
  .meta({ id: 'Step', description: 'A step of a job.' });

const part = {
  job: text('The name of the job.'),
  step,
  kind: kind.describe('The kind that is sent or compared.').optional(),
  part: whole('The part of the lanes, from 0.'),
};

export const jobsResult = result('jobs', 'The jobs that workers send.', {
  jobs: listOf('The jobs of the store.', {
    name: text('The name of the job.'),
    state: oneOf('The state of the job.', ['running', 'stopped', 'cancelled', 'finished']),
    paused: flag('Whether the job is paused.'),
    pool: text('The pool of workers.'),
    step,
    kind: kind.describe('The kind that is sent or compared.').optional(),
    requests: whole('Requests made in all runs.'),
    workers: list(z.string(), 'Workers that have shifts of the job.'),
    notes: list(z.string(), 'Codes for which shifts were given back.'),
    lacksKey: flag('Whether a worker lacks the key of the app, and none has a shift.'),
    reason: stopReason.describe('Why it stopped.').optional(),
    app: text('The id of the app.'),
    rate: rate.describe('The quota that rate set, in requests a minute.').optional(),
    lastChangeAt: isoTime('When an outcome was last written.').optional(),
    kinds: byKind(
      z.strictObject({ planned: whole('Records in the batches of the plan.'), ...progress }),
      'How far each kind is, in records.',
    ),
  }),
  workers: listOf('The workers of the store.', {
    name: text('The name of the worker: machine and process.'),
    pool: text('The pool of the worker.'),
    startedAt: isoTime('When the worker started.'),
    seenAt: isoTime('When the worker last stated that it works.'),
    isAlive: flag('Whether it stated so within the last seconds.'),
    shifts: listOf('The shifts of the worker.', {
      ...part,
      takenAt: isoTime('When the shift was taken.'),
    }),
  }),
  takeOvers: listOf('Shifts of lost workers that others took, the latest ones.', {
    ...part,
    at: isoTime('When it happened.'),
    lost: text('The worker that was lost.'),
    worker: text('The worker that took the shift.'),
  }),
});

const PINO_LEVELS = [20, 30, 40, 50] as const;

/** The names of facts. They have the same meanings as in the lines of `run`. */
const factNames = [
  'afterMs',
  'attempts',
  'concurrency',
  'counts',
  'ends',
  'entries',
  'forms',
  'found',
  'into',
  'isStated',
  'lane',
  'operation',
  'records',
  'replacement',
  'requests',
  'requestsPerMinute',
  'run',
  'seq',
  'serviceCode',
  'since',
  'until',
  'users',
  'waitMs',
  'why',
] as const;

export const workerLine = z
  .strictObject({
    level: z
      .literal(PINO_LEVELS)
      .describe('20 for details, 30 for events, 40 for trouble, 50 for errors.'),
    time: isoTime('When it happened.'),
    msg: text('The name of the event: shift-taken, shift-ended, queue-error or an event of a run.'),
    worker: text('The name of the worker: machine and process.').optional(),
    job: text('The name of the job.').optional(),
    app: text('The id of the app.').optional(),
    step: step.describe('The step of the job.').optional(),
    kind: kind.describe('The kind that is sent or compared.').optional(),
    part: whole('The part of the lanes, from 0.').optional(),
    tookOver: flag('Whether the shift was that of a lost worker.').optional(),
    quota: z
      .unknown()
      .describe('The quota that the job was given with, in requests a minute.')
      .optional(),
    how: text('How the shift ended.').optional(),
    note: text('The code for which the shift was given back.').optional(),
    code: text('The code of the trouble, or of the reason of a stop.').optional(),
    message: text('What happened, for queue-error.').optional(),
    ...(Object.fromEntries(
      factNames.map((name) => [
        name,
        z.unknown().describe(`The fact ${name} of the event, as in the lines of run.`).optional(),
      ]),
    ) as Record<(typeof factNames)[number], z.ZodOptional<z.ZodUnknown>>),
  })
  .meta({ id: 'WorkerLine', description: 'A line of the log of a worker. It has no result.' });

export const viewResult = result('view', 'Where the pages of a job are.', {
  url: text('The address of the first page, which cannot be guessed.'),
});

export const serviceResult = result('service', 'A local service that accepts requests now.', {
  baseUrl: text('The address of the chat API.'),
  callsBaseUrl: text('The address of the calls API.'),
  managementBaseUrl: text('The address of the management API.'),
  appId: text('The id of the app.'),
  region: text('The region of the app.'),
  apiKey: text('A key of the app with full access.'),
  authOnlyKey: text('A key of the app that only creates login tokens.'),
  managementKey: text('The key of the management API.'),
  managementSecret: text('The secret of the management API.'),
  db: text('The file with everything that the service stores.'),
});

export const versionResult = result('version', 'The version of chatferry.', {
  version: text('The version of chatferry.'),
  node: text('The version of Node.'),
});

export const pageResult = z
  .strictObject({
    type: oneOf('The name of the command.', ['completion', 'man']),
    shell: oneOf('The shell that the script is for.', ['bash', 'zsh', 'fish']).optional(),
    text: text('The script, or the manual page.'),
    next,
  })
  .meta({ id: 'PageResult', description: 'A text that was asked for.' });

export const errorResult = z
  .strictObject({
    type: z.literal('error').describe('The name of this result.'),
    status: z
      .literal([2, 3, 4, 130])
      .describe('The exit status; docs/exit-status.md explains each.'),
    code: text('The code of the error.').optional(),
    message: text('What failed, where and why.'),
    fix: text('What to do about it.').optional(),
  })
  .meta({ id: 'ErrorResult', description: 'The error that ended a command; the last line then.' });

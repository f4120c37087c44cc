import { cutOverStates } from '@chatferry/job/planned';
import { z } from 'zod';
import { comparedSegments } from './comparing.ts';
import { goneRecords, waitingRows } from './following.ts';
import { byKind, event, flag, isoTime, list, next, stopReason, text, whole } from './values.ts';

// The lines and the result of `cut-over`. Rounds have the lines of `follow`.

export const cutOverState = z.enum(cutOverStates).meta({
  id: 'CutOverState',
  description: 'How far a cut-over is; docs/cut-over.md explains each word.',
});

export const whyThawed = z
  .enum([
    'deadline',
    'interrupted',
    'aborted',
    'still-writes',
    'differs',
    'freeze-failed',
    'run-stopped',
  ])
  .describe('Why people write in the legacy system again.');

export const whyNotArmed = z
  .enum(['too-long', 'differs'])
  .describe('Why nothing is frozen yet: a round took too long, or records are not as planned.');

const round = {
  ms: z.number().describe('Milliseconds that it took to find, send and compare changes.'),
  rows: whole('Rows that had changed.'),
  changed: whole('Rows that have changed meanwhile.'),
  compared: comparedSegments,
};

const closedMs = z.number().describe('Milliseconds for which people could not write.');

export const cutOverEvent = z
  .union([
    event('resumed', {
      state: cutOverState.describe('The state in which an earlier process has ended.'),
      frozenAt: isoTime('Since when people cannot write.'),
    }),
    event('not-armed', {
      why: whyNotArmed,
      mostMs: z.number().describe('Milliseconds that a round may take.'),
      ...round,
    }),
    event('armed', { waiting: waitingRows, gone: goneRecords, ...round }),
    event('freezing', {}),
    event('frozen', {}),
    event('writing', {
      tables: list(z.string(), 'Tables that transactions have written which are open still.'),
    }),
    event('drained', {
      rows: whole('Rows that had changed.'),
      records: byKind(z.int(), 'Records that were sent.'),
    }),
    event('changed-after', { rows: whole('Rows that have changed after the freeze.') }),
    event('compared', { compared: comparedSegments }),
    event('opening', {}),
    event('open', { closedMs }),
    event('thawing', { why: whyThawed }),
    event('thawed', { why: whyThawed, closedMs }),
    event('command-failed', {
      command: z.enum(['freeze', 'thaw', 'open']).describe('The command of the operator.'),
      why: text('How it ended. The command and its output are not in it.'),
    }),
  ])
  .meta({ id: 'CutOverEvent', description: 'A line about a cut-over.' });

export const cutOverResult = z
  .strictObject({
    type: z.literal('cut-over').describe('The name of this result.'),
    state: cutOverState,
    isInterrupted: flag('Whether the operator stopped it.'),
    reason: stopReason
      .describe('Why it ended before the app was open; docs/exit-status.md lists the codes.')
      .optional(),
    closedMs: closedMs.optional(),
    openedAt: isoTime('When the app was opened.').optional(),
    different: whole('Records that the last comparison did not find as planned.'),
    rejected: whole('Rows that were rejected in the end, because a record is missing.'),
    waiting: whole('Rows that still wait for another reason.'),
    gone: goneRecords,
    next,
  })
  .meta({ id: 'CutOverResult', description: 'How a cut-over ended.' });

import { z } from 'zod';
import { reject } from './problems.ts';
import { flag, group, isoTime, kind, list, listOf, oneOf, result, text, whole } from './values.ts';

// The results of `explain` and `check`.

const outcomes = ['created', 'present', 'failed', 'skipped', 'unresolved', 'pending'] as const;

const trouble = {
  code: text('The code of the trouble.'),
  message: text('What happened.'),
  details: z
    .record(z.string(), z.array(z.string()).readonly())
    .describe('What the service reports about single fields.')
    .optional(),
};

const story = z.strictObject({
  outcome: oneOf('The outcome of the record.', outcomes),
  presentByThisJob: flag(
    'Whether it is proved that a request of this job stored it, whose answer was lost.',
  ),
  isUnproved: flag('Whether a request of this job may have stored it, which nothing proves.'),
  compared: oneOf('How a record that was there compares with the plan.', [
    'same',
    'different',
    'not-compared',
  ]).optional(),
  sent: flag('Whether it was sent, or may have been.'),
  trouble: group('Why it did not land, at first or at all.', trouble).optional(),
  cause: text('The record that blocked a skipped record, as kind:id.').optional(),
  attempts: whole('Requests made with its batch or a part of it.'),
  troubles: listOf('Requests without a good answer.', {
    at: isoTime('When it happened.'),
    records: whole('Records in the request.'),
    ...trouble,
  }),
});

export const explanation = result(
  'explanation',
  'Everything that a job contains about one id.',
  {
    kind: kind.describe('The kind of the record: replies for a message that is sent as a reply.'),
    id: text('The id that was given.'),
    planned: group('The record in the plan.', {
      id: text('The id in the service.'),
      file: text('The file that the record is from.'),
      line: whole('The line on which its row begins, from 1.'),
      record: z.record(z.string(), z.unknown()).describe('The record as it is sent.'),
      madeBy: text('The setting by which planning made the record.').optional(),
      batch: whole('The number of its batch in the plan.'),
      lane: whole('The lane of the batch.'),
      parts: list(z.string(), 'Ids of all messages that its text was split into.').optional(),
      story: story.describe('How it was sent; absent before the first run.').optional(),
      removal: group('What an undo did with it.', {
        outcome: oneOf('The outcome of the removal.', [
          'removed',
          'kept',
          'failed',
          'unresolved',
          'pending',
        ]),
        message: text('Why it was not removed.').optional(),
      }).optional(),
    }).optional(),
    rejects: list(reject, 'Rows with this id that did not become records.'),
    landedBefore: z.literal(true).describe('The record landed in an earlier job.').optional(),
    versions: listOf('Of a job that follows: what its segments do about the record.', {
      kind: kind.describe('The kind of what was sent, such as messages or messageEdits.'),
      segment: whole('Number of the segment, from 1.'),
      readAt: isoTime('When its row was read.').optional(),
      batch: whole('Number of its batch in the plan.'),
      outcome: oneOf('The outcome.', outcomes),
    }).optional(),
  },
  'Explanation',
);

export const checkResult = result('check', 'Whether the files of a job folder are sound.', {
  sound: flag('Whether nothing is damaged.'),
  findings: listOf('What is damaged.', {
    file: text('The file.'),
    what: text('What is damaged.'),
    fix: text('What to do about it.'),
  }),
});

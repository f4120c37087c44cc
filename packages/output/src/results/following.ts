import { z } from 'zod';
import { comparedSegments } from './comparing.ts';
import {
  byKind,
  event,
  flag,
  group,
  isoTime,
  list,
  oneOf,
  result,
  stopReason,
  text,
  whole,
} from './values.ts';

// The lines and the result of `follow`.

/** The pace of a follower whose rows change faster than they are sent. */
export const fallingBehind = {
  changedPerMinute: whole('Rows of the databases that change in a minute.'),
  sentPerMinute: whole('Changed rows that are sent in a minute.'),
};

/** Numbers of waiting rows, by reason. */
export const waitingRows = group('Changed rows that wait.', {
  missing: whole('For a record that is missing.'),
  'taken-id': whole('For an id that another row has.'),
  removals: whole('For --max-removals.'),
});

export const goneRecords = whole(
  'Records that the app holds and whose rows are gone; `gone.jsonl` lists them.',
);

/** The records that differ, as far as is known. */
export const differentRecords = whole(
  'Records that were not in the app as planned when their segments were last compared.',
);

const segment = whole('Number of the segment, from 1.');

export const followEvent = z
  .union([
    event('warning', { text: text('A fault in a mapping.') }),
    event('begun', {
      requests: whole('Requests of the first plan.'),
      waiting: whole('Rows that wait, because a record that they need is missing.'),
    }),
    event('following', {
      sources: list(z.string(), 'The names of the databases.'),
      segments: whole('Segments that the plan has.'),
      waiting: whole('Rows that wait.'),
      different: differentRecords,
    }),
    event('reconciled', {
      ms: z.number().describe('Milliseconds that the comparison took.'),
      ranges: whole('Ranges of keys whose rows differ from what was planned.'),
      keys: whole('Rows that have changed.'),
      isWhole: flag('Whether all rows were compared. If not, the rest is compared next.'),
    }),
    event('flushed', {
      keys: whole('Changed rows that were read.'),
      waiting: whole('Rows that wait.'),
      segment: group('What was appended to the plan.', {
        no: segment,
        records: byKind(z.int(), 'Records to send.'),
        requests: whole('Requests that it takes.'),
      }).optional(),
    }),
    event('settled', {
      segment,
      lagMs: z.number().describe('Milliseconds since the first change in it was found.').optional(),
    }),
    event('falling-behind', fallingBehind),
    event('app-compared', {
      to: whole('All segments up to this one have been compared with the app.'),
      different: differentRecords,
      compared: comparedSegments,
    }),
    event('not-compared', {
      message: text('Why the app could not be compared.'),
      fix: text('What to do about it.').optional(),
      nextAt: isoTime('When it is tried again.'),
    }),
    event('failing', {
      message: text('What failed.'),
      fix: text('What to do about it.').optional(),
      nextAt: isoTime('When it is tried again.'),
    }),
  ])
  .meta({ id: 'FollowEvent', description: 'A line about what a follower does.' });

export const followResult = result(
  'result',
  'How a follower ended.',
  {
    end: oneOf('Whether it ended because everything was sent, or was stopped.', [
      'drained',
      'stopped',
    ]),
    reason: stopReason.describe('Why it stopped.').optional(),
    segments: whole('Segments that the plan has.'),
    waiting: whole('Rows that wait.'),
    failed: whole('Records that have failed, and that no later segment has: `retry` sends them.'),
    different: differentRecords,
  },
  'FollowResult',
);

import { z } from 'zod';
import {
  byKind,
  conclusion,
  flag,
  group,
  isoTime,
  kind,
  list,
  listOf,
  next,
  oneOf,
  result,
  skippedEntries,
  stopReason,
  text,
  whole,
} from './values.ts';

// The results of `verify`, `repair` and `undo`.

const place = z
  .strictObject({
    id: text('The id of the record.'),
    file: text('The file that the record is from.'),
    line: whole('The line on which its row begins, from 1.'),
  })
  .meta({ id: 'RecordPlace', description: 'A record and the row that it is from.' });

const comparison = z.strictObject({
  kind: kind.describe('The kind.'),
  at: isoTime('When reading the kind began.'),
  planned: whole('Records in the plan: same + different + missing + doubled + hidden.'),
  held: whole('Records that the app holds, planned or not.'),
  same: whole('Records that are held once, with every compared field as planned.'),
  different: whole('Records that are held once, with a field that differs.'),
  missing: whole('Planned records that the app does not hold.'),
  landedBefore: whole('Held records that landed in earlier jobs. They are not compared.'),
  others: whole('Of a delta that was not read in full: met where its records are, and not judged.'),
  extra: whole('Held records that were neither planned nor landed before. They are not an error.'),
  isWhole: flag('Whether everything of the kind was read.'),
  doubled: whole('Planned records that are held more than once.'),
  hidden: whole(
    'Planned records that cannot be compared, because the app has no list for their users.',
  ),
  reHosted: whole(
    'Attachments that the app holds under an address of its own. They are not an error.',
  ),
  fields: listOf('The fields that differ, those of most records first.', {
    field: text('The field.'),
    records: whole('Records in which it differs.'),
    examples: list(place, 'Some of these records.'),
  }),
  examples: group('Some records of each sort.', {
    missing: list(place, 'Some of the missing records.'),
    extra: list(z.string(), 'Ids of some of the extra records.'),
    doubled: list(z.string(), 'Ids of some of the doubled records.'),
  }),
});

export const comparedSegments = z
  .strictObject({
    records: whole(
      'Records that were compared: of segments that were not compared before, or that differed.',
    ),
    asPlanned: whole('Records that are held once, with every compared field as planned.'),
    hidden: whole('Records that no list of the app shows.'),
    requests: whole('Requests that it took.'),
    differing: list(comparison, 'The kinds with records that are not as planned.'),
  })
  .meta({
    id: 'ComparedSegments',
    description: 'The result of comparing segments of a follower with the app.',
  });

export const verifyResult = z
  .union([
    z.strictObject({
      type: z.literal('verify').describe('The name of this result.'),
      end: z.literal('interrupted').describe('The verification was interrupted and has no result.'),
      next,
    }),
    z.strictObject({
      type: z.literal('verify').describe('The name of this result.'),
      end: z.literal('finished').describe('The verification has a result.'),
      conclusion,
      complete: flag(
        'Whether every kind was read, and every record was found once and as planned.',
      ),
      kinds: list(comparison, 'The kinds that were read. Kinds with nothing in them are left out.'),
      scope: oneOf(
        'full: the lists were read. delta: the places where records of a delta belong.',
        ['full', 'delta'],
      ),
      landedBefore: byKind(z.int(), 'Records of earlier jobs.'),
      requests: whole('Requests that were made.'),
      skipped: list(skippedEntries, 'Entries of lists that are not items.'),
      differences: group('The file of differences that was written.', {
        lines: whole('Number of lines.'),
        sha256: text('SHA-256 of the file, in hexadecimal.'),
      }).optional(),
      files: group('Paths of files with details.', {
        differences: text('Every difference, with both values.'),
        report: text('The report for people.').optional(),
      }),
      next,
    }),
  ])
  .meta({ id: 'VerifyResult', description: 'What the app holds, compared with the plan.' });

export const repairStep = z
  .strictObject({
    type: z.literal('repair-step').describe('The name of this line.'),
    kind: kind.describe('The kind of the record.'),
    ...place.shape,
    sentAgain: flag('Whether the record is sent again.'),
    changed: list(z.string(), 'The fields that are changed.'),
    by: list(kind, 'The kinds of the records that change it.'),
    fixed: list(z.string(), 'The fields that stay as they are.'),
    edits: list(z.string(), 'The fields that only --edit-messages changes.'),
  })
  .meta({ id: 'RepairStep', description: 'A record that the app does not hold as planned.' });

export const repairResult = result('repair', 'What a repair does, in numbers.', {
  dryRun: flag('Whether nothing is changed, because of --dry-run.'),
  sentAgain: whole('Records that are sent again.'),
  access: whole('Users who are reactivated, and bans that are lifted.'),
  updated: whole('Records that are updated.'),
  notEdited: whole('Messages that only --edit-messages changes.'),
  notRepairable: whole('Records with fields that nothing changes, or that may be of others.'),
});

export const undoResult = result('undo', 'What an undo removes.', {
  end: oneOf('planned: nothing was removed, with --dry-run and when nothing is left.', [
    'planned',
    'finished',
    'stopped',
  ]),
  state: oneOf('How far the undo is.', ['planned', 'begun', 'done']).optional(),
  reason: stopReason.describe('Why it stopped.').optional(),
  kinds: byKind(
    z.strictObject({
      own: whole('Records that the job created, or may have created.'),
      planned: whole('Records to be removed.'),
      gone: whole('Records that the app no longer holds.'),
      removed: whole('Records that were removed.'),
      kept: whole('Records that were kept, because they hold records of others.'),
      failed: whole('Records whose removal the service refused.'),
      unresolved: whole('Records of which it is not known whether they were removed.'),
      pending: whole('Records that are still to be removed.'),
    }),
    'What is removed.',
  ),
  kept: group('Users and groups that hold records of others, and would be kept.', {
    users: whole('Number of users.'),
    groups: whole('Number of groups.'),
  }).optional(),
  skipped: list(skippedEntries, 'Entries of lists that are not items.').optional(),
  requests: whole('Requests that the undo needs, or has made.'),
  files: group('Paths of files with details.', {
    kept: text('What is kept, and why.').optional(),
    errors: text('What was not removed, and why.').optional(),
  }),
});

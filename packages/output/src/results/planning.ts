import { z } from 'zod';
import { facts } from './plan-facts.ts';
import { example, problem, severity } from './problems.ts';
import {
  byKind,
  flag,
  group,
  isoTime,
  kind,
  list,
  listOf,
  notPlanned,
  oneOf,
  result,
  rows,
  text,
  whole,
} from './values.ts';

// The result of `plan`.

export const planResult = result('plan', 'What would be sent, what would not, and why.', {
  plan: text('The id of the plan: SHA-256 over its batches, in hexadecimal.'),
  unchanged: flag('Whether the plan in the job folder was still valid, so that nothing was read.'),
  accepted: flag('Whether --max-rejects allows the rejected rows.'),
  kinds: byKind(
    z.strictObject({
      ...rows,
      planned: whole('Records in the batches of the plan.'),
      ...notPlanned,
      warnings: whole('Warnings about planned rows; a row may have several.'),
      batches: whole('Number of requests.'),
      bytes: whole('Bytes of the bodies of the requests.'),
    }),
    'The rows of each kind: rows = planned + merged + rejected + filtered + unchanged + changed + updated.',
  ),
  problems: listOf('Rows with problems by cause, the largest first, at most 10,000.', {
    cause: whole('The number of the cause in the plan, from 1.'),
    ...problem,
    text: text('The problem in a sentence.'),
    root: group('The missing record that the rows refer to.', {
      kind: kind.describe('The kind of the missing record.'),
      id: text('The id of the missing record.'),
      reason: oneOf('Why the record is missing.', [
        'not-in-export',
        'filtered-or-absent',
        'row-rejected',
      ]),
      code: text('The code of the problem for which its row was rejected.').optional(),
      field: text('The field with the problem.').optional(),
      file: text('The file of its row.').optional(),
      line: whole('The line of its row.').optional(),
      item: whole('The position of its row among the rows of its file.').optional(),
    }).optional(),
    field: text('The field with the problem, where all rows have the same.').optional(),
    example,
    fix: text('What to do about it.'),
  }),
  problemsByCode: listOf('Exact sums for each code.', {
    code: problem.code,
    severity,
    causes: whole('Number of causes.'),
    rows: problem.rows,
    count: problem.count,
    more: whole('Causes that problems does not list.').optional(),
  }),
  roots: listOf('The roots of the problems, as plan prints them.', {
    ...problem,
    text: text('The root in a sentence.'),
    variants: whole('Causes that the root sums up.'),
    causes: list(z.int(), 'Their numbers, as rejects.jsonl has them; at most a hundred.'),
    following: list(z.int(), 'Numbers of the causes that follow from them; at most a hundred.'),
    fallen: byKind(z.int(), 'Rows that are rejected only because these rows are.'),
    example,
    fix: text('What to do about it.'),
  }),
  excluded: byKind(
    z.int(),
    'Of the rejected rows: those that the configuration asks to leave out.',
  ),
  made: listOf('Records that planning made because the export lacks them, at most 10,000.', {
    kind: kind.describe('The kind of the record.'),
    id: text('The id of the record.'),
    rule: text('The setting that makes it.'),
    file: text('The file of the first row that needs it.'),
    line: whole('The line of that row.'),
  }),
  live: listOf('What is sent live, about which the app may notify users.', {
    kind: kind.describe('The kind.'),
    records: whole('Number of records.'),
  }),
  ...facts,
  cost: group('What sending the plan costs. Without a quota it has no times.', {
    requests: whole('Number of requests.'),
    bytes: whole('Bytes of the bodies of all requests.'),
    minutes: z.number().describe('Minutes that a run takes at its quota.').optional(),
    finishesAt: isoTime('When a run that starts now ends.').optional(),
  }),
  ignored: list(z.string(), 'Entries of input folders that are not read, with the reason.'),
  files: group('Paths of files with details.', {
    rejects: text('Every rejected row.'),
    dropped: text('Every optional value that was dropped.').optional(),
    notCarried: text('Every record of an export that no row contains.').optional(),
    changed: text('Every record that has changed since the earlier job.').optional(),
    gone: text('Every record that the export no longer has.').optional(),
    idMap: text('Every id that had to be changed.').optional(),
  }),
});

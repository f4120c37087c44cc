import { z } from 'zod';
import { byKind, group, kind, oneOf, text, whole } from './values.ts';

// Rows with problems, for several results.

const place = {
  file: text('The file of the row.'),
  line: whole('The line on which the row begins, from 1.'),
  item: whole(
    'The position of the row among the rows of its file, from 1, where rows share a line.',
  ).optional(),
};

export const example = group('The first such row.', {
  kind: kind.describe('The kind of the row.'),
  ...place,
  id: text('The id of the row.').optional(),
  field: text('The field with the problem.').optional(),
  value: text('The value of the field.').optional(),
  message: text('What is wrong.'),
});

export const severity = oneOf(
  'reject: the rows are not planned. warning: they are planned nevertheless.',
  ['reject', 'warning'],
);

export const problem = {
  code: text('The code of the problem; docs/problem-codes.md lists all.'),
  severity,
  rows: byKind(z.int(), 'Rows with the problem.'),
  count: whole('Number of rows with the problem.'),
};

export const reject = z
  .strictObject({
    kind: kind.describe('The kind of the row.'),
    id: text('The id of the row.').optional(),
    ...place,
    code: problem.code,
    field: text('The field with the problem.').optional(),
    value: text('The value of the field.').optional(),
    message: text('What is wrong.'),
    fix: text('What to do about it.'),
    row: text('The text of the row; for a row that planning rejected, its record as JSON.'),
    cause: whole('The number of the cause in the plan.'),
  })
  .meta({ id: 'Reject', description: 'A row that did not become a record.' });

import type { ProblemDefinition } from './problem-definition.ts';

/** Problems of bytes that are not a row. */
export const readingProblems = {
  'bad-quotes': {
    severity: 'reject',
    means: 'has a quoted cell that is not closed, or text after the closing quote',
    fix: 'Put the cell in double quotes and double each quote inside it.',
  },
  'quote-in-cell': {
    severity: 'warning',
    means: 'has a quote inside a cell that is not in quotes; it is read as text',
    fix: 'Check that the quote belongs to the text. If it does, there is nothing to do.',
  },
  'too-deep': {
    severity: 'reject',
    means: 'has more than 256 levels of objects and lists inside each other',
    fix: 'Remove the nested value from the row, or write it flatter.',
  },
  'repeated-key': {
    severity: 'reject',
    means: 'appears twice in one object of the row',
    fix: 'Keep one of the two: programs disagree about which one counts.',
  },
  'wrong-column-count': {
    severity: 'reject',
    means: 'has more or fewer cells than the file has columns',
    fix: 'Quote cells that contain the delimiter or a line break, or add the missing cells.',
  },
  'other-column-order': {
    severity: 'reject',
    means: 'names the columns of the file in another order than its first line',
    fix: 'Put this line and the rows below it into a file of their own.',
  },
  'bad-json': {
    severity: 'reject',
    means: 'is not valid JSON',
    fix: 'Write one complete JSON object per line, or one array of objects per file.',
  },
  'transform-failed': {
    severity: 'reject',
    means: 'is not transformed: the code of the configuration failed for it',
    fix: 'Correct `transform` in the configuration for such a row, or leave the row out with `context.leaveOut`.',
  },
  'not-read': {
    severity: 'reject',
    means: 'is a place of rows that nothing in the configuration reads',
    fix: 'Map its rows with `rows` in the configuration, or name the place under `ignore`.',
  },
  'not-an-object': {
    severity: 'reject',
    means: 'is not a JSON object',
    fix: 'Write each row as an object, with its fields as keys.',
  },
  'bad-json-cell': {
    severity: 'reject',
    means: 'does not hold valid JSON',
    fix: 'Write JSON in the cell, with its quotes doubled as CSV asks: "{""k"": 1}".',
  },
  'broken-encoding': {
    severity: 'reject',
    means: 'has bytes that are not text in the encoding of the file',
    fix: 'Export the file as UTF-8, or name its encoding in the configuration. With `cleaning.brokenText: replace` such rows are kept, with U+FFFD for what is not text.',
  },
  'row-too-large': {
    severity: 'reject',
    means: 'is larger than any record the service could take',
    fix: 'Look for a missing quote or line break before it; otherwise shorten the row.',
  },
  'bad-boolean': {
    severity: 'reject',
    means: 'is neither true nor false',
    fix: 'Write true or false.',
  },
  'bad-markup': {
    severity: 'reject',
    means: 'has markup that cannot be read',
    fix: 'Shorten the text, or remove markup from the rule of the field: the text is then kept as it is written.',
  },
  'two-values': {
    severity: 'reject',
    means: 'has another value in each of two columns that are read into it',
    fix: 'Read one of the columns and name the other under `ignore`, or put both into the field with `join` under `convert`.',
  },
  'no-match': {
    severity: 'reject',
    means: 'does not have the form that its rule describes',
    fix: 'Correct `match` in the rule of the field so that it also fits such values, or leave the row out with `only`.',
  },
  'no-other-member': {
    severity: 'reject',
    means: 'is not known, because the members are not the one who is known and exactly one other',
    fix: 'Name the receiver of such rows in another way, with a mapping that has `when`, or leave them out with `only`.',
  },
  'not-found': {
    severity: 'reject',
    means: 'is not known, because the file in which it is looked up has no row for it',
    fix: 'Add the row to that file, or give the rule a `default`, or leave such rows out with `only`.',
  },
  'bad-time': {
    severity: 'reject',
    means: 'is not a time in the form of its column',
    fix: 'Correct the time, or declare the form of the column in the configuration, under times.',
  },
  'no-zone': {
    severity: 'reject',
    means: 'is a time without a zone, and the configuration sets none',
    fix: 'Set zone in the configuration to that of the system that wrote the file, as in zone: Europe/Berlin.',
  },
  'bad-source-time': {
    severity: 'reject',
    means: 'is not a time that a message can have',
    fix: 'Correct the time in the export, in the form that the message names, and plan again.',
  },
  'incomplete-record': {
    severity: 'reject',
    means: 'lacks what every such record has, such as an id, a user or a conversation',
    fix: 'Check whether the export is damaged or was changed. Complete the record there, and plan again.',
  },
} as const satisfies Record<string, ProblemDefinition>;

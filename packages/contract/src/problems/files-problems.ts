import type { ProblemDefinition } from './problem-definition.ts';

/** Problems after which the file cannot be read any further. */
export const filesProblems = {
  'unreadable-file': {
    severity: 'file',
    means: 'cannot be read',
    fix: 'Check the path and the permissions.',
  },
  'broken-file': {
    severity: 'file',
    means: 'is damaged or incomplete',
    fix: 'Copy or export the file again.',
  },
  'wrapped-rows': {
    severity: 'file',
    means: 'is one object that contains the rows',
    fix: 'Set `rows` in the configuration to the place of the rows, or write the array of rows alone.',
  },
  'transform-stopped': {
    severity: 'file',
    means:
      'cannot be read to its end, because the code of the configuration does not return or ends its thread',
    fix: 'Correct `transform` in the configuration.',
  },
  'unknown-column': {
    severity: 'file',
    means: 'has a column that is not a field of its kind',
    fix: 'Rename the column, or ignore it, in the configuration.',
  },
  'duplicate-column': {
    severity: 'file',
    means: 'has two columns for one field',
    fix: 'Ignore one of the columns, or rename it, in the configuration.',
  },
  'missing-column': {
    severity: 'file',
    means: 'lacks a column that every record of its kind needs',
    fix: 'Add the column, or name the column that holds it in the configuration.',
  },
  'wrong-unit': {
    severity: 'file',
    means: 'has a time column in another unit than declared',
    fix: 'Declare the unit of the column in the configuration.',
  },
} as const satisfies Record<string, ProblemDefinition>;

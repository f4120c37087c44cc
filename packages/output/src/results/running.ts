import { z } from 'zod';
import {
  byKind,
  conclusion,
  group,
  kind,
  listOf,
  notPlanned,
  oneOf,
  progress,
  result,
  rows,
  stopReason,
  text,
  whole,
} from './values.ts';

// The result of `run`, `import` and `retry`.

const sum = z
  .strictObject({
    ...rows,
    ...notPlanned,
    excluded: whole('Of rejected: rows that the configuration asks to leave out.'),
    ...progress,
  })
  .meta({
    id: 'Sum',
    description:
      'The outcomes of all rows of a kind: rows = created + present + failed + skipped + unresolved + pending + rejected + merged + filtered + unchanged + changed + updated.',
  });

const outcome = z
  .enum(['created', 'present', 'failed', 'skipped', 'unresolved'])
  .meta({ id: 'Outcome', description: 'The outcome of a record.' });

export const runResult = result(
  'result',
  'How a run ended.',
  {
    end: oneOf('Whether everything was sent.', ['finished', 'stopped']),
    reason: stopReason.describe('Why it stopped.').optional(),
    conclusion,
    kinds: byKind(sum, 'The outcomes of all rows.'),
    changes: listOf('What this run changed about records that had an outcome before.', {
      kind: kind.describe('The kind.'),
      from: outcome.describe('The outcome before.'),
      to: outcome.describe('The outcome now.'),
      records: whole('Number of records.'),
    }),
    requests: whole('Requests that this run made, those without an answer included.'),
    files: group('Paths of files with details.', {
      errors: text('What did not land, and why.').optional(),
      failed: text('The folder with the rows to repair.').optional(),
      rejects: text('Every rejected row.'),
      log: text('The log of the runs.'),
      report: text('The report for people.').optional(),
    }),
  },
  'RunResult',
);

import { z } from 'zod';
import {
  byKind,
  conclusion,
  kind,
  list,
  next,
  notPlanned,
  progress,
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

export const runResult = z
  .strictObject({
    type: z.literal('result').describe('The name of this result.'),
    end: z.enum(['finished', 'stopped']).describe('Whether everything was sent.'),
    reason: stopReason.describe('Why it stopped.').optional(),
    conclusion,
    kinds: byKind(sum, 'The outcomes of all rows.'),
    changes: list(
      z.strictObject({
        kind: kind.describe('The kind.'),
        from: outcome.describe('The outcome before.'),
        to: outcome.describe('The outcome now.'),
        records: whole('Number of records.'),
      }),
      'What this run changed about records that had an outcome before.',
    ),
    requests: whole('Requests that this run made, those without an answer included.'),
    files: z
      .strictObject({
        errors: text('What did not land, and why.').optional(),
        failed: text('The folder with the rows to repair.').optional(),
        rejects: text('Every rejected row.'),
        log: text('The log of the runs.'),
        report: text('The report for people.').optional(),
      })
      .describe('Paths of files with details.'),
    next,
  })
  .meta({ id: 'RunResult', description: 'How a run ended.' });

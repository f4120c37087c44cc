import { z } from 'zod';
import { flag, kind, list, next, text } from './values.ts';

// The result of `init`.

export const initResult = z
  .strictObject({
    type: z.literal('init').describe('The name of this result.'),
    end: z
      .enum(['written', 'printed', 'kept'])
      .describe(
        'written: the configuration was written. printed: it is in text. kept: it was edited before and is not changed; add has the lines to add.',
      ),
    configuration: text('The path of the configuration.'),
    text: text('The configuration, with --stdout.').optional(),
    add: list(z.string(), 'Lines to add to the configuration that was kept.').optional(),
    exports: list(
      z.strictObject({
        path: text('The path of the export.'),
        system: text('The chat system that the export is from.'),
        rule: text('Why it was taken for an export of this system.'),
      }),
      'Exports of known chat systems, which need no mapping.',
    ),
    files: list(
      z.strictObject({
        file: text('The name of the file.'),
        kinds: list(kind, 'The kinds of records in the file.'),
        unread: text('Why the file is not read.').optional(),
      }),
      'The files that were looked at.',
    ),
    proposals: list(
      z.strictObject({
        name: text('What --accept takes to make the proposal a line that counts.'),
        reason: text('Why it is proposed.'),
        needed: flag('Whether rows are rejected without a decision.'),
        accepted: flag('Whether it was accepted before.'),
      }),
      'What the data do not prove, in the order of their numbers in the configuration.',
    ),
    next,
  })
  .meta({ id: 'InitResult', description: 'The draft of a configuration.' });

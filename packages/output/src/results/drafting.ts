import { z } from 'zod';
import { flag, kind, list, listOf, oneOf, result, text } from './values.ts';

// The result of `init`.

export const initResult = result('init', 'The draft of a configuration.', {
  end: oneOf(
    'written: the configuration was written. printed: it is in text. kept: it was edited before and is not changed; add has the lines to add.',
    ['written', 'printed', 'kept'],
  ),
  configuration: text('The path of the configuration.'),
  text: text('The configuration, with --stdout.').optional(),
  add: list(z.string(), 'Lines to add to the configuration that was kept.').optional(),
  exports: listOf('Exports of known chat systems, which need no mapping.', {
    path: text('The path of the export.'),
    system: text('The chat system that the export is from.'),
    rule: text('Why it was taken for an export of this system.'),
  }),
  files: listOf('The files that were looked at.', {
    file: text('The name of the file.'),
    kinds: list(kind, 'The kinds of records in the file.'),
    unread: text('Why the file is not read.').optional(),
  }),
  proposals: listOf(
    'What the data do not prove, in the order of their numbers in the configuration.',
    {
      name: text('What --accept takes to make the proposal a line that counts.'),
      reason: text('Why it is proposed.'),
      needed: flag('Whether rows are rejected without a decision.'),
      accepted: flag('Whether it was accepted before.'),
    },
  ),
});

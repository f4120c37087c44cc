import { z } from 'zod';
import { copiedFiles } from './media.ts';
import { flag, isoTime, list, listOf, next, skippedEntries, text, whole } from './values.ts';

const type = z.literal('export').describe('The name of this result.');
const folder = text('The folder of the export.');

export const exportResult = z
  .union([
    z.strictObject({
      type,
      end: z.literal('interrupted').describe('The export was interrupted; the same continues it.'),
      folder,
      next,
    }),
    z.strictObject({
      type,
      end: z.literal('finished').describe('The export is complete.'),
      folder,
      upTo: isoTime('The export has everything that the app had then.'),
      wasComplete: flag('Whether the export was complete before, so that nothing was read.'),
      files: z
        .record(
          z.string(),
          z.strictObject({
            records: whole('Lines of the file.'),
            bytes: whole('Size of the file.'),
            sha256: text('SHA-256 of the file, in hexadecimal.'),
          }),
        )
        .describe('The files of the export.'),
      notExported: z
        .record(z.string(), z.int())
        .describe('Lines of not-exported.jsonl by cause; docs/export.md explains each cause.'),
      incomplete: listOf('Lists that the service does not show, or not completely.', {
        list: text('The list.'),
        count: whole('How many lists of this sort.'),
        why: text('Why it is not complete.'),
      }),
      requests: whole('Requests that were made.'),
      skipped: list(skippedEntries, 'Entries of lists that are not items.'),
      media: copiedFiles.describe('The copies of --media.').optional(),
      next,
    }),
  ])
  .meta({ id: 'ExportResult', description: 'What an export of an app has.' });

import type { Archive } from '../../archive/archive.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { FindOriginals } from '../../rows/source-words.ts';
import type { SlackOptions } from './options.ts';
import { formOf } from './recognise.ts';
import { databaseIn, readDatabase } from './slackdump-database.ts';
import { readFiles } from './slackdump-files.ts';

/** Reads an export of Slack, or files of slackdump. */
export async function readSlack(
  archive: Archive,
  options: SlackOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const form = (await formOf(archive))?.form ?? 'export';
  if (form === 'database') return readDatabase(archive, databaseIn(archive)!, options, out);
  if (form === 'files') return readFiles(archive, options, out);
  return (await import('./read-export.ts')).readExport(archive, options, out);
}

import type { Archive, Entry } from '../../archive/archive.ts';
import { folderOf, isDirect } from './csv-folders.ts';

/** The files of the CSV importer of Rocket.Chat. */
export interface CsvFiles {
  readonly users: Entry | undefined;
  readonly channels: Entry | undefined;
  /** Files in the folder of a channel, or of direct messages. */
  readonly messages: readonly Entry[];
}

const list = /^(?:users|channels)\.csv$/i;

/** Whether a file at the root of an export has this name. */
export function isCsvList(name: string): boolean {
  return list.test(name);
}

/** The files, by their names alone; undefined when there is no list of users or channels. */
export function findCsv({ entries }: Pick<Archive, 'entries'>): CsvFiles | undefined {
  const named = (wanted: string): Entry | undefined =>
    entries.find(({ name }) => name.toLowerCase() === wanted);
  const [users, channels] = [named('users.csv'), named('channels.csv')];
  if (users === undefined && channels === undefined) return undefined;
  return { users, channels, messages: entries.filter(({ name }) => /\/.*\.csv$/i.test(name)) };
}

/** The rule by which the files are recognised: they have no header, and the times of messages are in milliseconds. */
export async function csvRule(archive: Archive): Promise<string | undefined> {
  const files = findCsv(archive);
  const [first] = files?.messages ?? [];
  if (files === undefined || first === undefined) return undefined;
  const { csvRows } = await import('./csv-rows.ts');
  try {
    for await (const [row] of csvRows(archive, first)) {
      if (row?.cells === undefined) continue;
      const time = row.cells[isDirect(folderOf(first)) ? 2 : 1];
      if (!/^\s*\d{12,14}\s*$/.test(time ?? '')) return undefined;
      const lists = [files.users, files.channels].flatMap((each) => each?.name ?? []);
      return `it has ${lists.join(' and ')}, and ${first.name} begins with a message, as the CSV importer of Rocket.Chat reads it`;
    }
  } catch {
    return undefined; // A file that cannot be read is something else.
  }
  return undefined;
}

import type { Archive, Entry } from '../../archive/archive.ts';
import { elementsOf } from '../../reading/elements.ts';
import { object } from '../../reading/values.ts';
import { channelLists } from './channels.ts';
import { isTs } from './ids.ts';
import { exportLook } from './layout.ts';
import { databaseIn, isSlackdump } from './slackdump-database.ts';
import { chunkFilesIn, dumpFilesIn, isChunkFile, isDumpFile } from './slackdump-files.ts';

/** Whether a folder with these names can be an export of Slack, or files of slackdump. */
export function mayBeSlack(names: readonly string[]): boolean {
  const entries = names.map((name) => ({ name, bytes: 0 }));
  return (
    channelLists.some((list) => names.includes(`${list}.json`)) ||
    names.includes('slackdump.sqlite') ||
    chunkFilesIn({ entries }).length > 0 ||
    dumpFilesIn({ entries }).length > 0
  );
}

/** The form in which an archive holds a workspace, with the rule by which it is recognised. */
export async function formOf(
  archive: Archive,
): Promise<{ readonly form: 'export' | 'database' | 'files'; readonly rule: string } | undefined> {
  const look = exportLook(archive);
  if (look !== undefined && (look.proof === undefined || (await hasMessages(archive, look.proof))))
    return { form: 'export', rule: look.rule };
  const database = databaseIn(archive);
  if (database !== undefined) {
    const file = archive.fileOf(database);
    if (file === undefined ? database.name === 'slackdump.sqlite' : isSlackdump(file))
      return { form: 'database', rule: `${database.name} is a database of slackdump` };
  }
  const [chunks] = chunkFilesIn(archive);
  if (chunks !== undefined && (await isChunkFile(archive, chunks)))
    return { form: 'files', rule: `${chunks.name} has the chunks of slackdump` };
  const [dump] = dumpFilesIn(archive);
  if (dump !== undefined && (await isDumpFile(archive, dump)))
    return { form: 'files', rule: `${dump.name} is a conversation of slackdump` };
  return undefined;
}

/** Whether the first element of a file is a message. */
async function hasMessages(archive: Archive, entry: Entry): Promise<boolean> {
  try {
    for await (const [first] of elementsOf(archive, entry)) {
      const { type, ts } = object(first?.value);
      return type === 'message' && isTs(ts);
    }
  } catch {
    // A file without a list is not part of an export.
  }
  return false;
}

export async function recogniseSlack(archive: Archive): Promise<string | undefined> {
  return (await formOf(archive))?.rule;
}

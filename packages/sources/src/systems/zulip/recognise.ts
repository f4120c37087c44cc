import type { Archive, Entry } from '../../archive/archive.ts';
import { SourceError } from '../../errors/source-error.ts';

/** Whether a folder with these names can be an export of Zulip. */
export function mayBeZulip(names: readonly string[]): boolean {
  return names.includes('realm.json');
}

const messageFile = /^messages-\d{6,}\.json$/;

export function realmEntry({ entries }: Pick<Archive, 'entries'>): Entry | undefined {
  return entries.find(({ name }) => name === 'realm.json');
}

/** The files of messages, in their order. */
export function messageEntries({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  return entries.filter(({ name }) => messageFile.test(name));
}

/**
 * The rule by which an export is recognised; undefined for anything else.
 * @throws {SourceError} for an export that was not finished
 */
export async function recogniseZulip(archive: Archive): Promise<string | undefined> {
  const realm = realmEntry(archive);
  if (realm === undefined || !(await contains(archive, realm, '"zerver_realm"'))) return undefined;
  const partial = archive.entries.find(({ name }) => /^messages-\d+\.json\.partial$/.test(name));
  if (partial !== undefined)
    throw new SourceError(
      'bad-archive',
      `${archive.placeOf(partial)} shows that Zulip did not finish the export.`,
      'Export again, and wait until Zulip reports that the export is complete.',
    );
  const [first] = messageEntries(archive);
  if (first === undefined || !(await contains(archive, first, '"zerver_message"')))
    return undefined;
  return 'it has realm.json with zerver_realm, and files of messages with zerver_message';
}

/** Whether a file contains a text, which may cross two pieces. */
async function contains(archive: Archive, entry: Entry, text: string): Promise<boolean> {
  let end = '';
  for await (const piece of archive.piecesOf(entry)) {
    const all = end + Buffer.from(piece).toString('latin1');
    if (all.includes(text)) return true;
    end = all.slice(-text.length);
  }
  return false;
}

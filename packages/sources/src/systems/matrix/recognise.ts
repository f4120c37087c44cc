import { isObject } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { isSqlite } from '../../archive/open-archive.ts';
import { firstObject, type JsonBeginning } from '../../reading/json-beginning.ts';
import { jsonBeginning } from '../../reading/json-files.ts';
import { text } from '../../reading/values.ts';
import { isUserId } from './ids.ts';
import { isSynapseDatabase } from './synapse-database.ts';
import { isSynapseDump, mayBeDump } from './synapse-dump.ts';

/** The forms of a file of events. */
export type Form = 'events' | 'element' | 'page' | 'users' | 'rooms';

/** Files of `export-data` of Synapse have no ending. */
const exported = /(?:^|\/)![^/]+\/(?:events$|state\/)/;

/** Whether a folder with these names can have events. */
export function mayBeMatrix(names: readonly string[]): boolean {
  return names.some(
    (name) =>
      name === 'rooms' ||
      name.startsWith('!') ||
      /\.(?:json|jsonl|ndjson|sql|dump|db|sqlite)$/i.test(name),
  );
}

/** Whether a single file with this beginning can have events. */
export function beginsMatrix(head: string): boolean {
  const isJson = /^\uFEFF?\s*[[{]/.test(head);
  return isJson
    ? /"(?:origin_server_ts|chunk|room_name|exported_by|room_id|creation_ts|deactivated)"/.test(
        head,
      )
    : /^(?:--|SET |COPY )/.test(head);
}

/** The files that may have events as JSON, in their order. */
export function candidates({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  return entries.filter(
    ({ name }) => exported.test(name) || /\.(?:json|jsonl|ndjson)$/i.test(name),
  );
}

function isEvent(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, sender, content } = value;
  return (
    text(type)?.includes('.') === true &&
    isUserId(sender) &&
    'origin_server_ts' in value &&
    (content === undefined || isObject(content))
  );
}

function isAccount(value: unknown): boolean {
  if (!isObject(value) || !isUserId(value['name'])) return false;
  return 'creation_ts' in value || 'deactivated' in value;
}

function isRoom(value: unknown): boolean {
  if (!isObject(value) || !('canonical_alias' in value)) return false;
  return text(value['room_id'])?.startsWith('!') === true;
}

export function formOf(beginning: JsonBeginning | undefined): Form | undefined {
  const first = beginning === undefined ? undefined : firstObject(beginning);
  if (first === undefined) return undefined;
  if (isEvent(first)) return 'events';
  const { chunk, messages, users, rooms } = first;
  if ('exported_by' in first && 'room_name' in first && Array.isArray(messages)) return 'element';
  if (Array.isArray(chunk) && chunk.some(isEvent)) return 'page';
  if (Array.isArray(users) && users.some(isAccount)) return 'users';
  return Array.isArray(rooms) && rooms.some(isRoom) ? 'rooms' : undefined;
}

const rules: Readonly<Record<Form, string>> = {
  events: 'events of Matrix',
  element: 'a room as Element writes it',
  page: 'a page of events of Matrix',
  users: 'users as Synapse lists them',
  rooms: 'rooms as Synapse lists them',
};

/** Whether an entry is the database of Synapse itself. */
export function isDatabase(archive: Archive, entry: Entry): boolean {
  const file = archive.fileOf(entry);
  return file !== undefined && isSqlite(file) && isSynapseDatabase(file);
}

/** The database in an archive, or a dump of a database; undefined without one. */
export async function dumpIn(archive: Archive): Promise<Entry | undefined> {
  const isAlone = archive.entries.length === 1;
  for (const entry of archive.entries)
    if (
      (isAlone || (mayBeDump(entry) && !exported.test(entry.name))) &&
      (isDatabase(archive, entry) || (await isSynapseDump(archive, entry)))
    )
      return entry;
  return undefined;
}

/**
 * The rule by which events are recognised; undefined for an archive without events.
 * @throws {SourceError} for a dump that cannot be read
 */
export async function recogniseMatrix(archive: Archive): Promise<string | undefined> {
  for (const entry of candidates(archive)) {
    const form = formOf(await jsonBeginning(archive, entry));
    if (form !== undefined) return `${entry.name} has ${rules[form]}`;
  }
  const dump = await dumpIn(archive);
  if (dump === undefined) return undefined;
  return `${dump.name} is ${isDatabase(archive, dump) ? 'the' : 'a dump of the'} database of Synapse`;
}

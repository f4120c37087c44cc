import { type Row, isObject } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { SourceError } from '../../errors/source-error.ts';
import { csvRule, isCsvList } from './csv-files.ts';

/** The collections that become rows, or that are used to make rows. */
export interface Collections {
  readonly messages: Entry;
  readonly rooms: Entry;
  readonly users: Entry | undefined;
  readonly subscriptions: Entry | undefined;
  readonly uploads: Entry | undefined;
}

type Name = keyof Collections;

const names: Readonly<Record<Name, string>> = {
  messages: 'rocketchat_message',
  rooms: 'rocketchat_room',
  users: 'users',
  subscriptions: 'rocketchat_subscription',
  uploads: 'rocketchat_uploads',
};

const file = /^((?:.*\/)?)([^/]+?)\.(?:bson|json|jsonl|ndjson)(?:\.gz)?$/;

/** The file with the indexes of a collection, next to the collection. */
export const metadataFile = /\.metadata\.json(?:\.gz)?$/;

/** A folder with more candidates is no export whose files have free names. */
const MOST_CANDIDATES = 64;

/** Whether a folder with these names can be a dump; it may have a folder for each database. */
export function mayBeRocketchat(found: readonly string[]): boolean {
  return found.some(
    (name) => file.test(name) || isCsvList(name) || name === 'rocketchat' || name === 'meteor',
  );
}

/** The beginning of a single file of `mongodump --archive`: four bytes, which are this text in UTF-8. */
const ARCHIVE = 'm\u2641';

export function beginsMongoArchive(head: string): boolean {
  return head.startsWith(ARCHIVE);
}

/**
 * The rule by which a dump is recognised; undefined for anything else.
 * @throws {SourceError} for an archive of mongodump with its collections
 */
export async function recogniseRocketchat(archive: Archive): Promise<string | undefined> {
  const [only] = archive.entries;
  if (archive.entries.length === 1 && archive.fileOf(only!) === archive.path) {
    for await (const piece of archive.piecesOf(only!)) {
      const head = Buffer.from(piece).toString('latin1');
      if (!beginsMongoArchive(Buffer.from(piece.subarray(0, 4)).toString())) break;
      if (!head.includes(names.messages)) break; // A mapping reads an archive of another app.
      throw new SourceError(
        'bad-archive',
        `${archive.path} is an archive of mongodump, which has all collections of Rocket.Chat in one file.`,
        'Dump to a folder with mongodump --out, or restore the archive and dump it so.',
      );
    }
    return undefined;
  }
  const found = await findCollections(archive);
  if (found === undefined) return await csvRule(archive);
  return `it has messages of rooms in ${found.messages.name}, and rooms in ${found.rooms.name}`;
}

/** The collections by their names and contents, or by their contents if files have other names. */
export async function findCollections(archive: Archive): Promise<Collections | undefined> {
  const candidates = archive.entries.filter(
    ({ name }) => file.test(name) && !metadataFile.test(name),
  );
  const found: Partial<Record<Name, Entry>> = {};
  const named = candidates.find(({ name }) => file.exec(name)![2] === names.messages);
  if (named === undefined) {
    if (candidates.length > MOST_CANDIDATES) return undefined;
    for (const entry of candidates) {
      const kind = await kindOfOther(archive, entry);
      if (kind !== undefined) found[kind] ??= entry;
    }
  } else
    for (const kind of Object.keys(names) as Name[]) {
      const path = `${file.exec(named.name)![1]}${names[kind]}`;
      const entry = candidates.find(({ name }) => file.exec(name)!.slice(1).join('') === path);
      if (entry === undefined) continue;
      const isProof = kind === 'messages' || kind === 'rooms';
      const content = isProof ? await kindOf(archive, entry) : kind;
      // An unused server has no messages. Without rooms, it is no server.
      if (content === kind || (content === 'empty' && kind === 'messages')) found[kind] = entry;
    }
  const { messages: first, rooms, users, subscriptions, uploads } = found;
  if (first === undefined || rooms === undefined) return undefined;
  return { messages: first, rooms, users, subscriptions, uploads };
}

/** How many documents are read to see the content of a collection. Some documents are debris. */
const LOOKED_AT = 100;

async function kindOf(archive: Archive, entry: Entry): Promise<Name | 'empty' | undefined> {
  const { documentsOf } = await import('./documents.ts');
  let looked = 0;
  for await (const batch of documentsOf(archive, entry))
    for (const { value } of batch) {
      if (++looked > LOOKED_AT) return undefined;
      const kind = isObject(value) ? kindOfDocument(value) : undefined;
      if (kind !== undefined) return kind;
    }
  return looked === 0 ? 'empty' : undefined;
}

/** Like `kindOf`, for any file. */
async function kindOfOther(archive: Archive, entry: Entry): Promise<Name | undefined> {
  try {
    const kind = await kindOf(archive, entry);
    return kind === 'empty' ? undefined : kind;
  } catch {
    return undefined; // A file that cannot be read is something else.
  }
}

function kindOfDocument(document: Row): Name | undefined {
  const has = (...fields: readonly string[]): boolean => fields.every((name) => name in document);
  if (has('rid', 'u', 'open') || has('rid', 'u', 'ls')) return 'subscriptions';
  if (has('rid', 'u', 'ts') && (has('msg') || has('t'))) return 'messages';
  if (has('store', 'path') || has('store', 'complete')) return 'uploads';
  const isRoom = ['c', 'p', 'd', 'l', 'v'].includes(String(document['t']));
  // Subscriptions name the members: a room with a list of members belongs to another system.
  if (isRoom && !has('members') && (has('usersCount') || has('msgs') || has('uids')))
    return 'rooms';
  const hasAccount = has('services') || has('emails') || has('type');
  return has('username', 'roles') || (has('roles') && hasAccount) ? 'users' : undefined;
}

import type { Archive, Entry } from '../archive/archive.ts';
import { inStoredOrder } from '../reading/in-stored-order.ts';
import { object, objects, text, wholeNumber } from '../reading/values.ts';
import type { ExportRows } from '../rows/export-rows.ts';
import { TimeSorter } from '../rows/time-sorter.ts';
import { SourceError } from '../source-error.ts';
import { ZulipConversations } from './conversations.ts';
import { messageEntries, realmEntry } from './forms.ts';
import { type MessageContext, writeMessage } from './messages.ts';
import type { ZulipOptions } from './options.ts';
import { ZulipReactions } from './reactions.ts';
import { type Realm, readRealm } from './realm.ts';
import { ZulipUsers } from './users.ts';

/*
 * The whole reading:
 *
 *   read the tables of realm.json: users, channels with their members, reactions
 *   for each file of messages, in the order in which the archive has them: store its messages, and note their senders
 *   write the users, whom all of these name
 *   later, for each message in the order of their ids, which is that of their arrival: write its rows
 */

/** The tables that become rows, or that are used to make rows. */
const readTables = new Set([
  'zerver_realm',
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
  'zerver_stream',
  'zerver_huddle',
  'zerver_recipient',
  'zerver_subscription',
  'zerver_reaction',
  'zerver_muteduser',
]);

/** Files with whose content nothing is done, because other files or tables have all that matters. */
const known = /^(?:uploads|avatars|emoji|realm_icons)\/|^(?:realm|attachment|messages-\d+)\.json$/;

/** Reads the export of an organisation of Zulip. */
export async function readZulip(
  archive: Archive,
  options: ZulipOptions,
  out: ExportRows,
): Promise<void> {
  const entry = realmEntry(archive);
  if (entry === undefined)
    throw new SourceError(
      'bad-archive',
      `${archive.path} has no realm.json, which an export of Zulip has.`,
      'Give the whole export.',
    );
  const realm = await readRealm(archive, entry);
  out.findOriginals((file, lines) => Promise.resolve(realm.find(file, lines)));
  const users = new ZulipUsers();
  users.add(realm, out);
  const conversations = new ZulipConversations();
  conversations.add(realm, users, out);
  const reactions = new ZulipReactions();
  reactions.add(realm, users, out);
  muteUsers(realm, users, options, out);
  for (const { table, rows } of realm.others(readTables)) {
    out.count('other tables');
    const place = { file: archive.placeOf(entry), line: 1 };
    out.leaveOut('other tables', 'the service has no such thing', place, { table, rows });
  }
  const names = new Set(archive.entries.map(({ name }) => name));
  const context: MessageContext = {
    users,
    conversations,
    reactions,
    attachments: await attachmentTable(archive),
    isInExport: (name) => names.has(name),
    out,
    options,
  };
  const messages = await storeMessages(archive, users, out);
  out.makeLater('messages', write(messages, context), messages.sorter);
  users.write(out, options);
  for (const other of archive.entries) {
    if (known.test(other.name)) continue;
    out.count('other files');
    const place = { file: archive.placeOf(other), line: 1 };
    out.leaveOut('other files', 'neither tables nor messages', place, {});
  }
}

/** Messages with the number of their file and their number in it, by their ids. */
interface StoredMessages {
  readonly sorter: TimeSorter;
  readonly files: readonly string[];
}

function* write({ sorter, files }: StoredMessages, context: MessageContext): Generator<void> {
  for (const { time: id, numbers, bytes } of sorter.inOrder()) {
    const [file, line] = numbers as [number, number];
    const place = { file: files[file]!, line };
    const message = object(JSON.parse(bytes.toString()));
    yield writeMessage({ message, id, place, json: bytes }, context);
  }
  context.reactions.leaveOutOthers(context.out);
}

async function storeMessages(
  archive: Archive,
  users: ZulipUsers,
  out: ExportRows,
): Promise<StoredMessages> {
  const sorter = new TimeSorter(out.workFile('messages'), 2);
  const files: string[] = [];
  for await (const [entry, bytes] of inStoredOrder(archive, messageEntries(archive))) {
    const file = files.push(archive.placeOf(entry)) - 1;
    const list: unknown = parsed(archive, entry, bytes)['zerver_message'];
    for (const [index, value] of (Array.isArray(list) ? list : []).entries()) {
      out.count('messages');
      const place = { file: files[file]!, line: index + 1 };
      const message = object(value);
      const [id, sender] = [wholeNumber(message['id']), wholeNumber(message['sender'])];
      if (sender !== undefined) users.addId(sender, place);
      if (id === undefined) out.brokenRow('messages', place, JSON.stringify(value));
      else {
        message['rendered_content'] = undefined; // The service shows text; what Zulip made of it is as long again.
        sorter.add(id, [file, index + 1], JSON.stringify(message));
      }
    }
  }
  return { sorter, files };
}

/** @throws {SourceError} */
function parsed(archive: Archive, entry: Entry, bytes: Uint8Array): Record<string, unknown> {
  try {
    return object(JSON.parse(Buffer.from(bytes).toString()));
  } catch (error) {
    throw new SourceError(
      'bad-archive',
      `${archive.placeOf(entry)} is not JSON: ${(error as Error).message}.`,
      'Export again, or copy the export again.',
      { cause: error },
    );
  }
}

async function attachmentTable(archive: Archive): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  const entry = archive.entries.find(({ name }) => name === 'attachment.json');
  if (entry === undefined) return found;
  const tables = parsed(archive, entry, await archive.bytesOf(entry));
  for (const row of objects(tables['zerver_attachment'])) {
    const path = text(row['path_id']);
    if (path !== undefined) found.set(path, row);
  }
  return found;
}

function muteUsers(realm: Realm, users: ZulipUsers, options: ZulipOptions, out: ExportRows): void {
  for (const { row, place } of realm.rows('zerver_muteduser')) {
    out.count('muted users');
    const [user, muted] = [wholeNumber(row['user_profile']), wholeNumber(row['muted_user'])];
    if (options.mutedUsers === 'skip' || user === undefined || muted === undefined) {
      out.leaveOut('muted users', 'mutedUsers is skip', place, { user, muted });
      continue;
    }
    for (const id of [user, muted]) users.addId(id, place);
    out.row('blocks', place, { uid: String(user), blocked: String(muted) });
  }
}

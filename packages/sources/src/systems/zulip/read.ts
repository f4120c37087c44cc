import type { FindOriginals } from '../../rows/source-words.ts';
import type { Archive } from '../../archive/archive.ts';
import { jsonFiles } from '../../reading/json-files.ts';
import { object, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { leaveOutFile } from '../../rows/other-files.ts';
import { TimeSorter } from '../../rows/time-sorter.ts';
import { SourceError } from '../../errors/source-error.ts';
import { ZulipConversations } from './conversations.ts';
import { messageEntries, realmEntry } from './recognise.ts';
import { type MessageContext, writeMessage } from './messages.ts';
import type { ZulipOptions } from './options.ts';
import { ZulipReactions } from './reactions.ts';
import { type Realm, readRealm } from './realm.ts';
import { ZulipUsers } from './users.ts';

/*
 * The whole reading:
 *
 *   read the tables of realm.json: users, channels with their members; store the reactions
 *   for each file of messages, in the order in which the archive has them: store its messages, and note their senders
 *   write the users, whom all of these name
 *   later, for each message in the order of ids, which is the order of arrival: write its rows
 */

/** Files whose content is not needed, because other files or tables have it. */
const known = /^(?:uploads|avatars|emoji|realm_icons)\/|^(?:realm|attachment|messages-\d+)\.json$/;

/** Reads the export of an organisation of Zulip. */
export async function readZulip(
  archive: Archive,
  options: ZulipOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const entry = realmEntry(archive);
  if (entry === undefined)
    throw new SourceError(
      'bad-archive',
      `${archive.path} has no realm.json, which an export of Zulip has.`,
      'Give the whole export.',
    );
  const reactions = new ZulipReactions(out.workFile('reactions'));
  const reactors = new Map<number, Place>();
  const realm = await readRealm(archive, entry, (reaction) => {
    const user = wholeNumber(reaction.row['user_profile']);
    if (user !== undefined && !reactors.has(user)) reactors.set(user, reaction.place);
    reactions.add(reaction, out);
  });
  const users = new ZulipUsers();
  users.add(realm, out);
  const conversations = new ZulipConversations();
  conversations.add(realm, users, out);
  for (const [user, place] of reactors) users.addId(user, place);
  muteUsers(realm, users, options, out);
  for (const { table, rows } of realm.others()) {
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
  const resources = new DisposableStack();
  resources.use(messages.sorter);
  resources.use(reactions);
  out.makeLater('messages', write(messages, context), resources);
  users.write(out, options);
  for (const other of archive.entries) {
    if (known.test(other.name)) continue;
    leaveOutFile(archive.placeOf(other), 'neither tables nor messages', out);
  }
  return (file, lines) => Promise.resolve(realm.find(file, lines));
}

/** Messages by their ids, with the number of their file and their number in the file. */
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
  for await (const { file: name, parts } of jsonFiles(archive, messageEntries(archive))) {
    const file = files.push(name) - 1;
    for await (const found of parts(['zerver_message[*]']))
      for (const { line, value, broken } of found) {
        out.count('messages');
        const place = { file: name, line };
        const message = object(value);
        const [id, sender] = [wholeNumber(message['id']), wholeNumber(message['sender'])];
        if (sender !== undefined) users.addId(sender, place);
        if (id === undefined) out.brokenRow('messages', place, broken ?? JSON.stringify(value));
        else {
          message['rendered_content'] = undefined; // The service shows text; Zulip's rendered text is as long again.
          sorter.add(id, [file, line], JSON.stringify(message));
        }
      }
  }
  return { sorter, files };
}

async function attachmentTable(archive: Archive): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  const entry = archive.entries.find(({ name }) => name === 'attachment.json');
  if (entry === undefined) return found;
  for await (const { parts } of jsonFiles(archive, [entry]))
    for await (const rows of parts(['zerver_attachment[*]']))
      for (const { value } of rows) {
        const { path_id, file_name, size, content_type } = object(value);
        const path = text(path_id);
        if (path !== undefined) found.set(path, { file_name, size, content_type });
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

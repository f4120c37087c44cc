import { object, objects, wholeNumber } from '../../reading/values.ts';
import { isDirect } from './chats.ts';
import { hasFile, isSameFile, mediaKey } from './files.ts';
import { hasOwnNumbers, muidOf } from './ids.ts';
import { type ReadMessage, senderOf, type StoredCopy } from './messages.ts';
import { textOf } from './texts.ts';
import { localSeconds } from './times.ts';

/** Copies of one message in several files, in the order of the files. */
type Copies = readonly [StoredCopy, ...StoredCopy[]];
type GrowingCopies = [StoredCopy, ...StoredCopy[]];

/**
 * The messages of one second, each once, with all its copies. A file has no two copies of a message: the same text twice
 * in a second is two messages.
 */
export function copiesOf(read: readonly StoredCopy[]): readonly Copies[] {
  const found = new Set<GrowingCopies>();
  const byId = new Map<string, GrowingCopies>();
  const byContent = new Map<string, GrowingCopies[]>();
  for (const copy of read) {
    const id = idKey(copy);
    const same = byId.get(id);
    const content = hasOwnNumbers(copy.chat.key) ? contentKey(copy) : undefined;
    const alike = content === undefined ? [] : (byContent.get(content) ?? []);
    const known =
      same?.every(({ chat }) => chat !== copy.chat) === true
        ? same
        : alike.find(
            (each) =>
              areApart(each, [copy]) && each.every((one) => isSameFile(one.message, copy.message)),
          );
    if (known !== undefined) known.push(copy);
    const copies: GrowingCopies = known ?? [copy];
    if (same === undefined) byId.set(id, copies);
    if (known !== undefined) continue;
    found.add(copies);
    alike.push(copies);
    if (content !== undefined) byContent.set(content, alike);
  }
  joinEdited(found);
  return [...found];
}

/** A key that is the same for copies with the same number. */
function idKey(copy: StoredCopy): string {
  const { chat, id, message } = copy;
  const muid = muidOf(chat.key, chat.owner, id);
  return hasOwnNumbers(chat.key) ? `${muid} ${senderOf(message) ?? ''}` : muid;
}

/** A key that is the same for copies of several accounts, each of which has its own numbers. */
function contentKey(copy: StoredCopy): string {
  return JSON.stringify([unchangedKey(copy), textOf(copy.message, () => {})]);
}

/** A key of the fields that an edit does not change. */
function unchangedKey({ message, chat }: StoredCopy): string {
  const people = [chat.key, chat.owner ?? ''].toSorted((one, other) => (one < other ? -1 : 1));
  const conversation = isDirect(chat) ? people.join(' ') : chat.key;
  return JSON.stringify([conversation, senderOf(message), message['type'], mediaKey(message)]);
}

function accountOf({ chat }: StoredCopy): string {
  return chat.owner ?? chat.file;
}

/** Whether no account has copies in both lists. */
function areApart(some: readonly StoredCopy[], others: readonly StoredCopy[]): boolean {
  const accounts = new Set(some.map(accountOf));
  return !others.some((each) => accounts.has(accountOf(each)));
}

/**
 * Joins copies from before an edit, of one account, with copies from after the edit, of another account. This is certain only if each
 * account has exactly one message of the sender in this second that the other account lacks.
 */
function joinEdited(found: Set<GrowingCopies>): void {
  const alike = new Map<string, GrowingCopies[]>();
  for (const copies of found) {
    if (!hasOwnNumbers(copies[0].chat.key)) continue;
    const key = unchangedKey(copies[0]);
    const all = alike.get(key) ?? [];
    all.push(copies);
    alike.set(key, all);
  }
  for (const all of alike.values()) {
    const accounts = new Set(all.flat().map(accountOf)).size;
    const [one, other, ...more] = all.filter((each) => each.length < accounts);
    if (one === undefined || other === undefined || more.length > 0) continue;
    if (!areApart(one, other) || !(isEarlier(one, other) || isEarlier(other, one))) continue;
    one.push(...other);
    found.delete(other);
  }
}

/** Whether copies can be from before an edit. An export with later messages than the edit would have the edit too. */
function isEarlier(copies: Copies, edited: Copies): boolean {
  const editedAt = Math.max(...edited.map(editedSeconds));
  return copies.every((each) => editedSeconds(each) < editedAt && each.chat.last <= editedAt);
}

function editedSeconds({ message }: StoredCopy): number {
  return wholeNumber(message['edited_unixtime']) ?? localSeconds(message['edited']) ?? 0;
}

/** Fields that refer to messages by their numbers. */
const numbered = ['reply_to_message_id', 'reply_to_peer_id', 'message_id'];

/**
 * One message from its copies. The first copy decides the numbers of the message and its replies, the latest copy the content, and a
 * copy with the file decides where the file is.
 */
export function joinedMessage(copies: Copies): ReadMessage {
  const [first] = copies;
  if (copies.length === 1) return { ...first, source: first.chat, folder: first.chat.folder };
  const latest = copies.reduce((one, other) => (isLater(other, one) ? other : one));
  const media = mediaKey(latest.message);
  const holder =
    [latest, ...copies].find(({ message }) => hasFile(message) && mediaKey(message) === media) ??
    latest;
  const message = { ...latest.message };
  for (const name of numbered) message[name] = first.message[name];
  for (const name of ['photo', 'file']) message[name] = holder.message[name];
  const { place, json, chat: source } = latest;
  return { ...first, message, source, folder: holder.chat.folder, place, json };
}

/** Whether a copy is later: by the last edit, then by later messages in its export, then by more reactions. */
function isLater(one: StoredCopy, other: StoredCopy): boolean {
  const difference =
    editedSeconds(one) - editedSeconds(other) ||
    one.chat.last - other.chat.last ||
    reactionsTo(one) - reactionsTo(other);
  return difference > 0;
}

function reactionsTo({ message }: StoredCopy): number {
  return objects(message['reactions'])
    .map((each) => wholeNumber(object(each)['count']) ?? 0)
    .reduce((sum, each) => sum + each, 0);
}

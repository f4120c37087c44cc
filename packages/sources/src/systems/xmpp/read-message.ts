import type { Place } from '../../reading/place.ts';
import type { FoundExport } from './found-export.ts';
import { resourceOf } from './ids.ts';
import type { ArchivedMessage } from './message-store.ts';
import type { Stanza } from './stanzas.ts';

/** Takes a message of an archive: stores it, or counts why it is not stored. */
export function readMessage(
  found: ArchivedMessage,
  { messages, senders, people, out }: FoundExport,
): void {
  const { stanza, place, room, sender, time } = found;
  const { from, realJid } = stanza;
  if (room !== undefined && realJid !== undefined && from !== undefined)
    people.addNick(room, resourceOf(from), sender);
  const related = relationOf(stanza);
  if (related !== undefined) {
    const [type, relation, target] = related;
    out.count(type);
    const reason = relation === 'correction' ? whyNotCarried(stanza) : reasonOfType(stanza);
    if (reason !== undefined) return out.leaveOut(type, reason, place, {});
    noteSender(found, place, senders);
    if (!messages.addRelated(relation, target, found))
      out.leaveOut(type, 'another archive has it too', place, {});
    return;
  }
  out.count('messages');
  const reason = reasonOf(stanza);
  if (stanza.isTombstone) for (const id of stanza.ids) messages.addRelated('tombstone', id, found);
  if (reason !== undefined) return out.filter('messages', reason);
  if (stanza.isEncrypted) return out.leaveOut('messages', encrypted, place, {});
  if (time === 0) out.note('messages', 'without a time, which are rejected');
  noteSender(found, place, senders);
  if (!messages.addMessage(found)) out.filter('messages', 'another archive has it too');
}

/** The reason for a private message. Sender and receiver are occupants: an archive has the room's address in place of one of them. */
export const PRIVATE = 'it is private between occupants of a room, or an invitation';

const encrypted = 'encrypted, and only the devices of the people have the keys';

/** Why a correction has no readable text. */
function whyNotCarried(stanza: Stanza): string | undefined {
  return reasonOf(stanza) ?? (stanza.isEncrypted ? encrypted : undefined);
}

function noteSender(
  { conversation, room, sender }: ArchivedMessage,
  place: Place,
  senders: FoundExport['senders'],
): void {
  const all = senders.get(conversation) ?? { room, people: new Map<string, Place>() };
  senders.set(conversation, all);
  if (!all.people.has(sender)) all.people.set(sender, place);
}

function relationOf({ replaces, retracts, reactsTo }: Stanza) {
  if (reactsTo !== undefined) return ['reaction messages', 'reactions', reactsTo] as const;
  if (retracts !== undefined) return ['deletions', 'retraction', retracts] as const;
  return replaces === undefined ? undefined : (['corrections', 'correction', replaces] as const);
}

function reasonOfType({ type, isOfRoom }: Stanza): string | undefined {
  if (type === 'error' || type === 'headline') return `type is ${type}`;
  return isOfRoom ? PRIVATE : undefined;
}

function reasonOf(stanza: Stanza): string | undefined {
  const { body, subject, files, isEncrypted } = stanza;
  const reason = reasonOfType(stanza);
  if (reason !== undefined) return reason;
  if (stanza.isTombstone) return 'it was deleted';
  if (body !== undefined || files.length > 0 || isEncrypted) return undefined;
  return subject === undefined
    ? 'it has no text: a state, a receipt or the like'
    : 'it only changes the subject of a room';
}

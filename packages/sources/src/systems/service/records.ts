import type { Row } from '@chatferry/contract';
import { secondsIn } from '../../reading/times.ts';
import { filled, text, texts } from '../../reading/values.ts';
import type { ChatFacts } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { UserFacts } from '../../rows/known-users.ts';
import { SYSTEM_USER } from './ids.ts';
import { metadataIn } from './metadata.ts';

/** The key of addresses for notifications in the metadata of the service. */
const PRIVATE = '@private';

/** The data that the app stored with a record, without private parts. */
function metadataOf(record: Row, place: Place, out: ExportRows): Row | undefined {
  const { [PRIVATE]: hidden, ...metadata } = metadataIn(record['metadata'], place, out);
  if (hidden !== undefined) {
    out.count('private metadata');
    out.leaveOut('private metadata', 'addresses and telephone numbers of people', place, {
      uid: record['uid'],
    });
  }
  return filled(metadata);
}

/** A text under the name of a user, which only the live API takes. */
function leaveOutStatus({ uid, statusMessage }: Row, place: Place, out: ExportRows): void {
  if (text(statusMessage) === undefined) return;
  out.count('status messages');
  out.leaveOut('status messages', 'the import does not take them', place, { uid });
}

/** @param isListed whether the record is the user's own, and not a copy */
export function userOf(user: Row, place: Place, isListed: boolean, out: ExportRows): UserFacts {
  const role = text(user['role']);
  const tags = texts(user['tags']);
  if (isListed) leaveOutStatus(user, place, out);
  return {
    name: text(user['name']),
    createdAt: secondsIn(user['createdAt']),
    deactivatedAt: secondsIn(user['deactivatedAt']) ?? (isListed ? null : undefined),
    tags: tags.length === 0 ? undefined : tags,
    ...(isListed ? { metadata: metadataOf(user, place, out) } : {}),
    row: filled({
      avatar: text(user['avatar']),
      link: text(user['link']),
      role: role === 'default' ? undefined : role,
    }),
  };
}

export function groupOf(group: Row, place: Place, out: ExportRows): ChatFacts {
  const owner = text(group['owner']);
  const isProtected = group['type'] === 'password' || group['type'] === 'protected';
  if (isProtected) out.note('groups', 'private, because no list has their passwords');
  const tags = texts(group['tags']);
  return {
    name: text(group['name']),
    type: group['type'] === 'public' ? 'public' : 'private',
    owner: owner === SYSTEM_USER ? undefined : owner,
    createdAt: secondsIn(group['createdAt']),
    canBePair: false,
    version: secondsIn(group['updatedAt']) ?? 0,
    row: {
      icon: text(group['icon']),
      tags: tags.length === 0 ? undefined : tags,
      description: text(group['description']),
      metadata: metadataOf(group, place, out),
    },
  };
}

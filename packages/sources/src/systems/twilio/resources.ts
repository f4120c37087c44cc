import { isObject, type Row } from '@chatferry/contract';
import type { JsonFile } from '../../reading/json-files.ts';
import { recordsIn } from '../../reading/json-records.ts';
import { text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import { conversationIn, isSid } from './ids.ts';

export type ResourceKind =
  | 'conversation'
  | 'message'
  | 'participant'
  | 'user'
  | 'role'
  | 'page'
  | 'service'
  | 'invite'
  | 'receipt'
  | 'other';

/** A resource of the API, with field names of the API. */
export interface Resource {
  readonly kind: ResourceKind;
  readonly value: Row;
  readonly place: Place;
  /** The conversation in the path of the file. */
  readonly conversation: string | undefined;
  /** The text of what is not JSON. */
  readonly broken?: string;
}

/** The keys of pages. */
export const listKeys: readonly string[] = [
  'conversations',
  'channels',
  'messages',
  'participants',
  'members',
  'users',
  'roles',
  'services',
  'invites',
  'delivery_receipts',
];

const kinds: Readonly<Record<string, ResourceKind>> = {
  CH: 'conversation',
  IM: 'message',
  MB: 'participant',
  US: 'user',
  RL: 'role',
  IS: 'service',
  IN: 'invite',
  DY: 'receipt',
};

export function kindOf({ sid }: Row): ResourceKind {
  return isSid(sid) ? (kinds[sid.slice(0, 2).toUpperCase()] ?? 'other') : 'other';
}

/** An object of the JavaScript library, or a resource, with the API's names of fields. */
export function withApiNames(value: Row): Row {
  const inner = value['state'];
  const own = isObject(inner) && isSid(inner['sid']) && !('sid' in value) ? inner : value;
  const found: Row = {};
  for (const name in own) {
    const folded = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    found[folded] = own[name];
  }
  const { timestamp, date_created: created = timestamp } = found;
  return created === undefined ? found : { ...found, date_created: created };
}

/** The resources of a file, in batches. */
export async function* resourcesIn(file: JsonFile): AsyncGenerator<readonly Resource[]> {
  const conversation = conversationIn(file.entry.name);
  for await (const batch of recordsIn(file, listKeys, ['meta']))
    yield batch.map(({ value, place, list, broken }): Resource => {
      if (broken !== undefined) return { kind: 'other', value, place, conversation, broken };
      if (list === 'meta') return { kind: 'page', value, place, conversation };
      const resource = withApiNames(value);
      return { kind: kindOf(resource), value: resource, place, conversation };
    });
}

/** The conversation of a message or participant. */
export function conversationOf({ value, conversation }: Resource): string | undefined {
  return (
    text(value['conversation_sid']) ??
    text(value['channel_sid']) ??
    text(value['to']) ??
    conversation
  );
}

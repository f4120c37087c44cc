import type { Json } from '@chatferry/contract';
import type { Handlers } from '../../calls/call.ts';
import { findDocument, keepDocument, removeDocument } from '../../storage/documents.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser } from '../../storage/users.ts';
import { applied } from '../done.ts';

const SETTINGS = ['notifications', 'settings'] as const;

/** Settings are stored and returned; no notification is sent. */
export const notificationHandlers = {
  'notifications.settings.get': ({ store }) => ({ data: findDocument(store, ...SETTINGS) ?? {} }),

  'notifications.settings.update': ({ body, store }) => ({
    data: keepDocument(store, ...SETTINGS, { ...findDocument(store, ...SETTINGS), ...body }),
  }),

  'notifications.settings.reset': ({ store }) => {
    removeDocument(store, ...SETTINGS);
    return { data: {} };
  },

  'notifications.contactDetails.get': ({ actor, store }) => ({
    data: stored(store, actor!, 'contactDetails'),
  }),

  'notifications.contactDetails.update': ({ actor, body, store }) => ({
    data: changed(store, actor!, 'contactDetails', body),
  }),

  'notifications.contactDetails.delete': ({ actor, store }) => {
    keep(store, actor!, 'contactDetails', {});
    return applied(`The contact details of ${actor} are deleted.`);
  },

  'notifications.preferences.get': ({ query, store }) => ({
    data: stored(store, userOf(store, query), 'preferences'),
  }),

  'notifications.preferences.update': ({ query, body, store }) => ({
    data: changed(store, userOf(store, query), 'preferences', body),
  }),

  'notifications.preferences.reset': ({ query, store }) => ({
    data: keep(store, userOf(store, query), 'preferences', {}),
  }),

  'notifications.timezone.get': ({ query, store }) => ({
    data: stored(store, userOf(store, query), 'timezone'),
  }),

  'notifications.timezone.update': ({ query, body, store }) => ({
    data: keep(store, userOf(store, query), 'timezone', body),
  }),

  'notifications.mutedConversations.get': ({ query, store }) => ({
    data: { mutedConversations: mutesOf(store, userOf(store, query)) },
  }),

  'notifications.mutedConversations.mute': ({ query, body, store }) => {
    const uid = userOf(store, query);
    const others = mutesOf(store, uid).filter((mute) => !isAmong(mute, body.conversations));
    keep(store, uid, 'mutes', { conversations: [...others, ...body.conversations] });
    return applied(`${uid} muted ${body.conversations.length} conversations.`);
  },

  'notifications.mutedConversations.unmute': ({ query, body, store }) => {
    const uid = userOf(store, query);
    const left = mutesOf(store, uid).filter((mute) => !isAmong(mute, body.conversations));
    keep(store, uid, 'mutes', { conversations: left });
    return applied(`${uid} unmuted ${body.conversations.length} conversations.`);
  },
} satisfies Handlers;

/** One document for each user, which is deleted with the user. */
const OF_USERS = 'userNotifications';
type Part = 'contactDetails' | 'preferences' | 'timezone' | 'mutes';

function userOf(store: Store, { uid }: { readonly uid: string }): string {
  return activeUser(store, uid.toLowerCase()).uid;
}

function stored(store: Store, uid: string, part: Part): Json {
  return (findDocument(store, OF_USERS, uid)?.[part] ?? {}) as Json;
}

function keep(store: Store, uid: string, part: Part, value: Json): Json {
  keepDocument(store, OF_USERS, uid, { ...findDocument(store, OF_USERS, uid), [part]: value });
  return value;
}

/** Replaces the fields of a document that the change contains. */
function changed(store: Store, uid: string, part: Part, change: Json): Json {
  return keep(store, uid, part, { ...stored(store, uid, part), ...change });
}

interface Mute {
  readonly id: string;
  readonly type: string;
}

function mutesOf(store: Store, uid: string): Mute[] {
  return (stored(store, uid, 'mutes')['conversations'] ?? []) as Mute[];
}

function isAmong({ id, type }: Mute, mutes: readonly Mute[]): boolean {
  return mutes.some((mute) => mute.id === id && mute.type === type);
}

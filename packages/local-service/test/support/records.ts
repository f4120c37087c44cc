import { type Rig, TODAY } from './rig.ts';

type Json = Record<string, unknown>;

export function user(uid: string, more: Json = {}): Json {
  return { uid, name: `Name of ${uid}`, createdAt: TODAY - 1000, ...more };
}

export function group(guid: string, more: Json = {}): Json {
  return { guid, name: `Group ${guid}`, type: 'public', createdAt: TODAY - 1000, ...more };
}

export function member(guid: string, uid: string, more: Json = {}): Json {
  return { memberId: `${guid}_member_${uid}`, guid, uid, ...more };
}

/** A text from ada to bob. */
export function message(muid: string, more: Json = {}): Json {
  return {
    muid,
    sender: 'ada',
    receiverType: 'user',
    receiver: 'bob',
    category: 'message',
    type: 'text',
    data: { text: `Text of ${muid}` },
    sentAt: TODAY - 500,
    ...more,
  };
}

/** Records by id, as the body of an import. */
export function keyed(records: readonly Json[]): Record<string, Json> {
  return Object.fromEntries(
    records.map((record) => [
      String(record['muid'] ?? record['memberId'] ?? record['guid'] ?? record['uid']),
      record,
    ]),
  );
}

/** Users ada, bob and cy; the group tea with ada as admin and bob as participant. */
export async function importSample(rig: Rig): Promise<void> {
  const users = keyed([user('ada'), user('bob'), user('cy')]);
  await rig.data('dataImport.users', { body: { users } });
  await rig.data('dataImport.groups', {
    body: { groups: keyed([group('tea', { owner: 'ada' })]) },
  });
  const members = keyed([member('tea', 'ada', { scope: 'admin' }), member('tea', 'bob')]);
  await rig.data('dataImport.members', { body: { members } });
}

/** Imports messages, which must all land. @returns their ids in the service */
export async function importMessages(rig: Rig, ...messages: Json[]): Promise<string[]> {
  const data = await rig.data('dataImport.messages', { body: { messages: keyed(messages) } });
  return Object.values(data as Record<string, { data: { id: string } }>).map(
    (said) => said.data.id,
  );
}

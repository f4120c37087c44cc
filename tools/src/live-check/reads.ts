import { ApiError } from '@chatferry/client';
import { type CheckedApp, type Fields, type Question, question } from './question.ts';

const WHOLE = { affix: 'append', limit: 1000 } as const;

/** Whether the list of all messages, from a time shortly before the message, contains the message. */
async function hasMessage(app: CheckedApp, muid: string): Promise<boolean> {
  const fromTimestamp = app.own.startedAt - 1001;
  for await (const message of app.client.messages.list({
    query: { fromTimestamp },
    signal: app.signal,
  }))
    if (message.muid === muid) return true;
  return false;
}

async function membersOf({
  client,
  own,
}: CheckedApp): Promise<{ uids: string[]; count: number | undefined }> {
  const path = { guid: own.guid('team') };
  const uids = await Array.fromAsync(client.groups.members.list({ path }), ({ uid }) => uid);
  const { data } = await client.groups.get({ path });
  return { uids, count: data.membersCount };
}

const text = ({ data }: Fields): unknown => (data as Fields | undefined)?.['text'];

/** Accepts a refusal: the operation does not exist, or is not available to keys. */
function notThere(error: unknown): { data?: Fields } {
  if (error instanceof ApiError && error.status !== undefined) return {};
  throw error;
}

/** The last questions deactivate and delete records that the other questions need. */
export const readQuestions: readonly Question[] = [
  question({
    asks: 'Does a key without an acting user get the changed messages with updatedAt and onlyUpdates?',
    readings: {
      changes: 'yes, only the changed ones',
      all: 'it gets messages that have not changed too',
      nothing: 'it gets none',
    },
    find: async (app) => {
      const { client, own } = app;
      const path = `/groups/${own.guid('team')}/messages`;
      const { data: before } = await app.get(path, { ...WHOLE, fromTimestamp: 1 });
      const [message] = before.filter(({ category }) => category === 'message');
      if (message === undefined) return { untold: 'The imported messages are not listed.' };
      const id = String(message['id']);
      const updatedAt = Math.floor(Date.now() / 1000) - 1;
      await client.messages.update({ path: { id }, body: { data: { text: 'changed' } } });
      const { data } = await app.get(path, { ...WHOLE, updatedAt, onlyUpdates: 1 });
      const found = data
        .filter(({ category }) => category === 'message')
        .map((one) => String(one['id']));
      if (found.length === 0) return { reading: 'nothing' };
      return { reading: found.every((one) => one === id) ? 'changes' : 'all' };
    },
  }),

  question({
    asks: 'Does a message that is marked as deleted keep its text in lists?',
    readings: { kept: 'yes', gone: 'no' },
    find: async (app) => {
      const { client, own } = app;
      const path = `/groups/${own.guid('team')}/messages`;
      const { data: before } = await app.get(path, { ...WHOLE, fromTimestamp: 1 });
      const id = String(before.find((one) => text(one) === 'b')?.['id']);
      await client.messages.delete({ path: { id } });
      const { data } = await app.get(path, { ...WHOLE, fromTimestamp: 1 });
      const deleted = data.find((one) => one['id'] === id);
      if (deleted === undefined) return { untold: 'The message is not listed any more.' };
      return { reading: text(deleted) === undefined ? 'gone' : 'kept' };
    },
  }),

  question({
    asks: 'Does the list of users have metadata.@private?',
    readings: { yes: 'yes, for a key of full access', no: 'no' },
    find: async (app) => {
      const { client, own } = app;
      const metadata = { '@private': { email: 'check@example.test' }, shown: true };
      await client.users.update({ path: { uid: own.uid('cy') }, body: { metadata } });
      const { data } = await app.get('/users', { searchKey: own.uid('cy') });
      const found = data.find(({ uid }) => uid === own.uid('cy'))?.['metadata'] as
        | Fields
        | undefined;
      if (found?.['shown'] !== true) return { untold: 'The list has no metadata.' };
      return { reading: '@private' in found ? 'yes' : 'no' };
    },
  }),

  question({
    asks: 'Can a key that acts on behalf of a user find a message by its muid?',
    readings: { yes: 'yes: GET /user/messages/{muid}', no: 'no' },
    find: async ({ client, own }) => {
      const muid = `${own.uid('bob')}-a`;
      const path = `/user/messages/${muid}`;
      const { data } = await client
        .request<{ data?: Fields }>({
          method: 'GET',
          path,
          onBehalfOf: own.uid('ann'),
          answer: { parse: (body) => body as { data?: Fields } },
        })
        .catch(notThere);
      return { reading: data?.['muid'] === muid ? 'yes' : 'no' };
    },
  }),

  question({
    asks: 'Does the list of all messages have those of deleted groups?',
    readings: { yes: 'yes', no: 'no' },
    find: async (app) => {
      const guid = app.own.guid('gone');
      if (!(await hasMessage(app, `${guid}-a`))) return { untold: 'The message was never listed.' };
      await app.client.groups.delete({ path: { guid } });
      return { reading: (await hasMessage(app, `${guid}-a`)) ? 'yes' : 'no' };
    },
  }),

  question({
    asks: 'Does the list of all messages have those of deactivated users?',
    readings: { yes: 'yes', no: 'no' },
    find: async (app) => {
      const { client, own } = app;
      if (!(await hasMessage(app, `${own.uid('bob')}-a`)))
        return { untold: 'The message was never listed.' };
      await client.users.deactivate({ body: { uidsToDeactivate: [own.uid('ann')] } });
      return { reading: (await hasMessage(app, `${own.uid('bob')}-a`)) ? 'yes' : 'no' };
    },
  }),

  question({
    asks: 'Are deactivated users among the members of a group, and counted?',
    readings: {
      both: 'listed and counted',
      listed: 'listed, but not counted',
      counted: 'counted, but not listed',
      neither: 'neither listed nor counted',
    },
    find: async (app) => {
      const uid = app.own.uid('bob');
      const before = await membersOf(app);
      await app.client.users.deactivate({ body: { uidsToDeactivate: [uid] } });
      const after = await membersOf(app);
      if (!before.uids.includes(uid)) return { untold: 'The member was never listed.' };
      const isListed = after.uids.includes(uid);
      const isCounted = after.count === before.count;
      if (isListed) return { reading: isCounted ? 'both' : 'listed' };
      return { reading: isCounted ? 'counted' : 'neither' };
    },
  }),
];

import { ApiError } from '@chatferry/client';
import { readImportAnswer } from '@chatferry/contract';
import { type CheckedApp, type Question, openQuestion, question } from './question.ts';

/** Imports a message with this time. @returns the code of the refusal; `undefined` when the message landed */
async function importedAt(
  { client, own }: CheckedApp,
  name: string,
  sentAt: number,
  more: { readonly deliveredAt?: number; readonly readAt?: number } = {},
): Promise<string | undefined> {
  const [sender, receiver] = own.pair('ann', 'cy');
  const muid = `${own.prefix}-${name}`;
  const message = {
    muid,
    sender,
    receiver,
    receiverType: 'user',
    category: 'message',
    type: 'text',
    data: { text: name },
    sentAt,
    ...more,
  } as const;
  const answer = readImportAnswer(
    await client.dataImport.messages({ body: { messages: { [muid]: message } } }),
  );
  const said = answer.get(muid);
  return said === undefined || said.landed ? undefined : said.code;
}

/** The number of Ann's messages that Cy has not read. */
async function unreadOf({ client, own }: CheckedApp): Promise<number> {
  const request = { path: { uid: own.uid('ann') }, onBehalfOf: own.uid('cy') };
  return (await client.users.conversation.get(request)).data.unreadMessageCount ?? 0;
}

const now = (): number => Math.floor(Date.now() / 1000);

export const importQuestions: readonly Question[] = [
  question({
    asks: 'Is the owner of an imported group a member of it?',
    readings: { yes: 'yes', no: 'no' },
    find: async ({ client, own }) => {
      const path = { guid: own.guid('team') };
      const members = await Array.fromAsync(client.groups.members.list({ path }), ({ uid }) => uid);
      return { reading: members.includes(own.uid('ann')) ? 'yes' : 'no' };
    },
  }),

  question({
    asks: 'Do imported members leave messages in the group that they were added?',
    readings: { yes: 'yes, as if they were added by hand', no: 'no' },
    find: async (app) => {
      const { data } = await app.get(`/groups/${app.own.guid('team')}/messages`, {
        affix: 'append',
        fromTimestamp: 1,
        limit: 100,
      });
      return { reading: data.some(({ category }) => category === 'action') ? 'yes' : 'no' };
    },
  }),

  question({
    asks: 'Do imported messages count as unread?',
    readings: { yes: 'yes', no: 'no' },
    find: async ({ client, own }) => {
      const request = { path: { uid: own.uid('ann') }, onBehalfOf: own.uid('bob') };
      const { data } = await client.users.conversation.get(request);
      return { reading: (data.unreadMessageCount ?? 0) > 0 ? 'yes' : 'no' };
    },
  }),

  question({
    asks: 'May an imported message have the current time?',
    readings: { yes: 'yes', no: 'no' },
    find: async (app) => {
      const code = await importedAt(app, 'now', now());
      return { reading: code === undefined ? 'yes' : 'no', seen: code };
    },
  }),

  question({
    asks: 'May an imported message have a time some seconds ahead?',
    readings: { yes: 'yes', no: 'no' },
    find: async (app) => {
      const code = await importedAt(app, 'ahead', now() + 5);
      return { reading: code === undefined ? 'yes' : 'no', seen: code };
    },
  }),

  question({
    asks: 'Is an older message that lands later unread for a person who has read everything?',
    readings: { yes: 'yes', no: 'no' },
    find: async (app) => {
      const { client, own } = app;
      await importedAt(app, 'recent', own.startedAt - 100);
      await client.users.conversation.markRead({
        path: { uid: own.uid('ann') },
        onBehalfOf: own.uid('cy'),
      });
      const before = await unreadOf(app);
      await importedAt(app, 'older', own.startedAt - 900);
      const after = await unreadOf(app);
      return { reading: after > before ? 'yes' : 'no', seen: `${before}, then ${after}` };
    },
  }),

  question({
    asks: 'Is one with readAt?',
    readings: { yes: 'yes', no: 'no' },
    find: async (app) => {
      const at = app.own.startedAt - 800;
      const before = await unreadOf(app);
      await importedAt(app, 'older-read', at, { deliveredAt: at, readAt: at });
      const after = await unreadOf(app);
      return { reading: after > before ? 'yes' : 'no', seen: `${before}, then ${after}` };
    },
  }),

  question({
    asks: 'Where is an older message shown that lands later?',
    readings: {
      time: 'where its time belongs',
      landing: 'after the messages that landed before it',
    },
    find: async ({ client, own }) => {
      const messages = client.users.messages.list({
        path: { uid: own.uid('ann') },
        onBehalfOf: own.uid('cy'),
        query: { fromTimestamp: own.startedAt - 1000 },
      });
      const muids = await Array.fromAsync(messages, ({ muid }) => muid);
      const [older, recent] = ['older', 'recent'].map((name) =>
        muids.indexOf(`${own.prefix}-${name}`),
      );
      return { reading: older! < recent! ? 'time' : 'landing' };
    },
  }),

  question({
    asks: 'What becomes of a second message with the same muid that is sent through the chat API?',
    readings: {
      stored: 'it is stored too',
      ignored: 'it is answered, but not stored',
      refused: 'it is refused',
    },
    find: async ({ client, own }) => {
      const [onBehalfOf, receiver] = own.pair('bob', 'cy');
      const body = {
        receiver,
        receiverType: 'user',
        category: 'message',
        type: 'text',
        muid: `${own.prefix}-twice`,
        data: { text: 'chatferry check' },
      } as const;
      const first = await client.messages.send({ body, onBehalfOf });
      try {
        const second = await client.messages.send({ body, onBehalfOf });
        return { reading: second.data.id === first.data.id ? 'ignored' : 'stored' };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === undefined) throw error;
        return { reading: 'refused', seen: error.serviceCode };
      }
    },
  }),

  openQuestion(
    'Do imported messages notify users, call webhooks, and reach clients that are connected?',
    'A device with the app, and a webhook, have to be watched.',
  ),
  openQuestion(
    'May an import run while clients write to the same conversation?',
    'It needs clients, and many messages.',
  ),
];

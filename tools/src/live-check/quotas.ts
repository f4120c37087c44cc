import type { Attempt } from '@chatferry/client';
import { type CheckedApp, type Question, question } from './question.ts';

/** The documented number of messages that a user may send in a minute. */
const SENDS = 30;

/** Imports a user or group that exists already, so that nothing is stored. */
function importAgain({ client, own }: CheckedApp, kind: 'users' | 'groups'): Promise<Attempt> {
  const id = kind === 'users' ? own.uid('ann') : own.guid('team');
  const record =
    kind === 'users'
      ? { uid: id, name: 'chatferry check' }
      : { guid: id, name: 'chatferry check', type: 'private' };
  const bodyBytes = Buffer.from(JSON.stringify({ [kind]: { [id]: record } }));
  return client.attempt(`dataImport.${kind}`, { bodyBytes });
}

export const quotaQuestions: readonly Question[] = [
  question({
    asks: 'Do answers to imports have the headers with the rate limits?',
    readings: { four: 'all four', some: 'some of them', none: 'none' },
    find: async (app) => {
      const { headers } = await importAgain(app, 'users');
      const names = ['', '-for-app'].flatMap((end) => [
        `x-ratelimit-limit${end}`,
        `x-ratelimit-remaining${end}`,
      ]);
      const seen = names
        .filter((name) => headers[name] !== undefined)
        .map((name) => `${name}: ${headers[name]}`)
        .join(', ');
      const found = names.filter((name) => headers[name] !== undefined).length;
      return { reading: found === 4 ? 'four' : found === 0 ? 'none' : 'some', seen };
    },
  }),

  question({
    asks: 'Has each kind of import a quota of its own?',
    readings: {
      shared: 'no: all imports share 60 requests a minute, 3,000 records',
      own: 'yes: users, groups, members and messages have 60 requests a minute each',
    },
    find: async (app) => {
      const left = async (kind: 'users' | 'groups'): Promise<number> =>
        Number((await importAgain(app, kind)).headers['x-ratelimit-remaining']);
      // Three requests in turn: with a shared counter, each value is one less than the value before.
      const [users, groups, usersAgain] = [
        await left('users'),
        await left('groups'),
        await left('users'),
      ];
      if (Number.isNaN(users)) return { untold: 'The answers do not state what is left.' };
      if (groups === users - 1 && usersAgain === users - 2) return { reading: 'shared' };
      return usersAgain === users - 1
        ? { reading: 'own' }
        : { untold: `What is left follows neither reading: ${users}, ${groups}, ${usersAgain}.` };
    },
  }),

  question({
    asks: `Does the limit of ${SENDS} messages a minute apply to a key that sends on behalf of a user?`,
    readings: {
      sender: 'yes, to each sender, whoever receives',
      no: `no: more than ${SENDS} were sent`,
    },
    find: async ({ client, own, signal }) => {
      const { uid: sender } = (
        await client.users.create({ body: { uid: own.uid('busy'), name: 'chatferry check' } })
      ).data;
      const receivers = ['bob', 'cy'].map((name) => own.pair('busy', name)[1]);
      for (let sent = 0; sent <= SENDS; sent++) {
        const message = {
          receiver: receivers[sent % 2],
          receiverType: 'user',
          category: 'message',
          type: 'text',
          data: { text: 'chatferry check' },
        };
        const bodyBytes = Buffer.from(JSON.stringify(message));
        const { status } = await client.attempt('messages.send', {
          bodyBytes,
          onBehalfOf: sender,
          signal,
        });
        if (status === 429) return { reading: 'sender', seen: `after ${sent} messages` };
        if (status >= 400) return { untold: `A message was refused with ${status}.` };
      }
      return { reading: 'no' };
    },
  }),
];

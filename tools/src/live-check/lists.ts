import { ApiError } from '@chatferry/client';
import { type Body, type CheckedApp, type Fields, type Question, question } from './question.ts';

const WHOLE = { affix: 'append', fromTimestamp: 1 } as const;

/** Asks which page comes first when a list of messages is requested without a direction and a cursor. */
function firstPage(of: string, pathOf: (app: CheckedApp) => [path: string, onBehalfOf?: string]) {
  return question({
    asks: `Which page of ${of} comes first, without a direction and a start?`,
    readings: { newest: 'the newest page', oldest: 'the oldest page' },
    find: async (app) => {
      const [path, onBehalfOf] = pathOf(app);
      const page = async (query: object) =>
        ids(await app.get(path, { limit: 2, ...query }, onBehalfOf)).join();
      const [first, oldest, newest] = [
        await page({}),
        await page(WHOLE),
        await page({ affix: 'prepend', sentAt: app.own.startedAt + 86_400 }),
      ];
      if (oldest === newest) return { untold: 'There are too few messages for two pages.' };
      if (first === newest) return { reading: 'newest' };
      if (first === oldest) return { reading: 'oldest' };
      return { untold: 'The page is neither the newest nor the oldest one.' };
    },
  });
}

const team = ({ own }: CheckedApp): string => `/groups/${own.guid('team')}/messages`;

/** The imported messages of the group, oldest first: their ids are in the opposite order. */
async function teamMessages(app: CheckedApp): Promise<Fields[]> {
  const { data } = await app.get(team(app), { ...WHOLE, limit: 100 });
  return data.filter(({ muid }) => typeof muid === 'string');
}

/** The texts of the messages after a cursor. */
async function after(app: CheckedApp, cursor: object): Promise<string> {
  return texts(await app.get(team(app), { affix: 'append', limit: 100, ...cursor }));
}

export const listQuestions: readonly Question[] = [
  firstPage('all messages', () => ['/messages']),
  firstPage('the messages of a group', (app) => [team(app)]),
  firstPage('the messages of two users', ({ own }) => [
    `/users/${own.uid('bob')}/messages`,
    own.uid('ann'),
  ]),

  question({
    asks: 'What is answered with affix=append, but without a start?',
    readings: {
      oldest: 'the oldest page',
      newest: 'the newest page',
      nothing: 'an empty page',
      refused: 'an error',
    },
    find: async (app) => {
      const [first, , , , last] = (await teamMessages(app)).map(({ id }) => id);
      if (last === undefined) return { untold: 'The imported messages are not listed.' };
      try {
        const found = ids(await app.get(team(app), { affix: 'append', limit: 2 }));
        if (found.length === 0) return { reading: 'nothing' };
        if (found.includes(first)) return { reading: 'oldest' };
        return found.includes(last)
          ? { reading: 'newest' }
          : { untold: 'The page is another one.' };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === undefined) throw error;
        return { reading: 'refused', seen: error.serviceCode };
      }
    },
  }),

  question({
    asks: 'Which part of a cursor decides when it has both id and sentAt?',
    readings: {
      both: 'the time, and the id within a second',
      time: 'the time',
      id: 'the id',
      message: 'the time of the message with this id',
    },
    find: async (app) => {
      const messages = await teamMessages(app);
      const [a, , c, , e] = messages;
      if (messages.map(textOf).join('') !== 'abcde' || Number(a!['id']) < Number(e!['id']))
        return { untold: 'The ids of the imported messages are not in the order of their import.' };
      const sentAt = c!['sentAt'];
      const [withLast, withFirst] = [
        await after(app, { id: a!['id'], sentAt }),
        await after(app, { id: e!['id'], sentAt }),
      ];
      const readings = {
        'de cde': 'both',
        'de de': 'time',
        'cde cde': 'time',
        ' abcd': 'id',
        'bcde ': 'message',
      } as const;
      const seen = `${withLast} ${withFirst}` as keyof typeof readings;
      return readings[seen] === undefined
        ? { untold: `The pages have other messages: ${seen}.` }
        : { reading: readings[seen] };
    },
  }),

  question({
    asks: 'Does the page after a cursor begin with the message of the cursor?',
    readings: { exclusive: 'no, with the next one', inclusive: 'yes, it comes again' },
    find: async (app) => {
      const c = (await teamMessages(app)).find((message) => textOf(message) === 'c');
      if (c === undefined) return { untold: 'The imported messages are not listed.' };
      const found = await after(app, { id: c['id'], sentAt: c['sentAt'] });
      return { reading: found.startsWith('c') ? 'inclusive' : 'exclusive' };
    },
  }),

  question({
    asks: 'In which order are users listed?',
    readings: {
      created: 'the newest user first',
      changed: 'the latest change first',
      oldest: 'the oldest user first',
    },
    find: async (app) => {
      const { client, own } = app;
      await client.users.update({
        path: { uid: own.uid('ann') },
        body: { name: 'chatferry check' },
      });
      const { data } = await app.get('/users', { searchKey: own.prefix, perPage: 100 });
      const order = data
        .map(({ uid }) => String(uid).slice(own.prefix.length + 1))
        .filter((name) => ['ann', 'bob', 'cy'].includes(name))
        .join(' ');
      if (order === 'cy bob ann') return { reading: 'created' };
      if (order === 'ann bob cy') return { reading: 'oldest' };
      return order.startsWith('ann cy')
        ? { reading: 'changed' }
        : { untold: `The order of the users is another one: ${order}.` };
    },
  }),
];

function ids({ data }: Body): unknown[] {
  return data.map(({ id }) => id);
}

function texts({ data }: Body): string {
  return data.map(textOf).join('');
}

function textOf({ data }: Fields): string {
  const { text } = data as { text?: string };
  return text ?? '';
}

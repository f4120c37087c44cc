import { readFileSync } from 'node:fs';
import { type OperationName, shapeDifferences } from '@chatferry/contract';
import { type Body, type CheckedApp, type Question, question } from './question.ts';

const NAME = 'chatferry check';
const MOST_SHOWN = 3;

/** For the title of each recorded answer: the same request again, with records of the check. */
const requests: readonly (readonly [title: string, ask: (app: CheckedApp) => Promise<unknown>])[] =
  [
    [
      'a user is created with a name only: u0',
      ({ own, ...app }) => sent(app, 'users.create', { body: { uid: own.uid('dot'), name: NAME } }),
    ],
    [
      'a user that exists',
      ({ own, ...app }) => sent(app, 'users.create', { body: { uid: own.uid('dot'), name: NAME } }),
    ],
    [
      'a user that does not exist is deleted',
      ({ own, ...app }) => sent(app, 'users.delete', { path: { uid: own.uid('nobody') } }),
    ],
    [
      'a token is created',
      ({ own, ...app }) =>
        sent(app, 'users.authTokens.create', {
          path: { uid: own.uid('dot') },
          body: { force: true },
        }),
    ],
    [
      'the tokens of a user',
      ({ own, ...app }) =>
        sent(app, 'users.authTokens.list', {
          path: { uid: own.uid('dot') },
          query: { perPage: 5, page: 1 },
        }),
    ],
    [
      'a token that does not exist',
      ({ own, ...app }) =>
        sent(app, 'users.authTokens.get', { path: { uid: own.uid('dot'), authToken: 'none' } }),
    ],
    [
      'a user sends a message',
      async ({ own, ...app }) => {
        const [onBehalfOf, receiver] = own.pair('dot', 'eve');
        await sent(app, 'users.create', { body: { uid: receiver, name: NAME } });
        const message = { receiver, receiverType: 'user', category: 'message', type: 'text' };
        return sent(app, 'messages.send', {
          body: { ...message, data: { text: NAME } },
          onBehalfOf,
        });
      },
    ],
    ['a conversation', (app) => sent(app, 'users.conversation.get', withEve(app))],
    [
      'a conversation is tagged',
      (app) =>
        sent(app, 'users.conversation.update', { ...withEve(app), body: { tags: ['check'] } }),
    ],
    [
      'a page of blocked users that is full',
      async ({ own, ...app }) => {
        const path = { uid: own.uid('dot') };
        await sent(app, 'users.blockedUsers.block', {
          path,
          body: { blockedUids: [own.uid('eve')] },
        });
        return sent(app, 'users.blockedUsers.list', { path, query: { perPage: 1, page: 1 } });
      },
    ],
    [
      'the page after the last message',
      async ({ own, get }) => {
        const place = { id: 1, sentAt: own.startedAt + 86_400 };
        const query = { affix: 'append', limit: 1000, ...place };
        const { data, meta } = await get(`/groups/${own.guid('team')}/messages`, query);
        // The specification has this field; the recorded answers do not.
        const { pagination: _, ...recorded } = meta ?? {};
        return { data, meta: recorded } satisfies Body;
      },
    ],
  ];

/** The recorded answers of the conformance suite, by title. */
const RECORDED = new URL(
  '../../../packages/client/test/conformance/recorded-answers.json',
  import.meta.url,
);
const recorded = new Map(
  (JSON.parse(readFileSync(RECORDED, 'utf8')) as { title: string; body: object }[]).map(
    ({ title, body }) => [title, body],
  ),
);

export const shapeQuestions: readonly Question[] = requests.map(([title, ask]) =>
  question({
    asks: `Are fields, order and types as they were recorded in 2023: ${title}?`,
    readings: { same: 'yes', different: 'no' },
    find: async (app) => {
      const differences = shapeDifferences(recorded.get(title), await ask(app));
      if (differences.length === 0) return { reading: 'same' };
      const seen = differences.slice(0, MOST_SHOWN).join('; ');
      return { reading: 'different', seen };
    },
  }),
);

interface Parts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly onBehalfOf?: string;
}

/** The body of the answer, whatever its status. */
async function sent(
  { client }: Pick<CheckedApp, 'client'>,
  name: OperationName,
  { body, ...parts }: Parts,
): Promise<unknown> {
  const bytes = body === undefined ? {} : { bodyBytes: Buffer.from(JSON.stringify(body)) };
  return (await client.attempt(name, { ...parts, ...bytes })).body;
}

function withEve({ own }: CheckedApp): Parts {
  const [onBehalfOf, uid] = own.pair('dot', 'eve');
  return { path: { uid }, onBehalfOf };
}

import { expect, test } from 'vitest';
import type { DeprecationEvent } from '../src/index.ts';
import { startRig } from './support/rig.ts';
import { json, type Reply } from './support/scripted-server.ts';

const users = { data: [{ uid: 'ada' }] };

function announced(headers: Record<string, string>): Reply {
  return json(200, users, headers);
}

/** What is reported for calls of the list of users with these answers. */
async function eventsFor(...replies: Reply[]): Promise<DeprecationEvent[]> {
  const events: DeprecationEvent[] = [];
  await using rig = await startRig(replies, { onDeprecated: (event) => events.push(event) });
  for (const _ of replies) await rig.client.call('users.list');
  return events;
}

const SUNSET = 'Mon, 01 Mar 2027 00:00:00 GMT';

test.each<[string, Record<string, string>, Partial<DeprecationEvent>]>([
  ['a time in seconds', { Deprecation: '@1796083200' }, { since: '2026-12-01T00:00:00.000Z' }],
  [
    'a date',
    { Deprecation: 'Tue, 01 Dec 2026 00:00:00 GMT' },
    { since: '2026-12-01T00:00:00.000Z' },
  ],
  ['no time', { Deprecation: 'true' }, {}],
  ['an end', { Sunset: SUNSET }, { ends: '2027-03-01T00:00:00.000Z' }],
  [
    'both',
    { Deprecation: '@1796083200', Sunset: SUNSET },
    { since: '2026-12-01T00:00:00.000Z', ends: '2027-03-01T00:00:00.000Z' },
  ],
  ['an end in unreadable words', { Sunset: 'next year <script>' }, {}],
])('an answer that announces %s is reported', async (_name, headers, event) => {
  expect(await eventsFor(announced(headers))).toEqual([{ operation: 'users.list', ...event }]);
});

test.each([{}, { Deprecation: 'false' }, { Deprecation: '?0' }, { Sunset: '' }])(
  'an answer with the headers %s announces nothing',
  async (headers) => {
    expect(await eventsFor(announced(headers))).toEqual([]);
  },
);

test('an operation is reported once, when it is first announced', async () => {
  const replies = [
    announced({}),
    announced({ Deprecation: 'true' }),
    announced({ Sunset: SUNSET }),
  ];

  expect(await eventsFor(...replies)).toEqual([{ operation: 'users.list' }]);
});

test('an operation that the reference deprecates is reported with its replacement', async () => {
  const conversation = json(200, { data: { conversationId: 'ada_user_bob' } });
  const events: DeprecationEvent[] = [];
  await using rig = await startRig([conversation, conversation], {
    onDeprecated: (event) => events.push(event),
  });
  const request = { path: { conversationId: 'ada_user_bob' }, onBehalfOf: 'ada' };

  await rig.client.conversations.get(request);
  await rig.client.conversations.get(request);

  const replacement = 'users.conversation.get or groups.conversation.get';
  expect(events).toEqual([{ operation: 'conversations.get', replacement }]);
});

test('attempts and requests outside the table are reported too', async () => {
  const reply = announced({ Sunset: SUNSET });
  const events: DeprecationEvent[] = [];
  await using rig = await startRig([reply, reply], { onDeprecated: (event) => events.push(event) });

  await rig.client.attempt('users.list', {});
  await rig.client.request({ method: 'GET', path: '/things' });

  expect(events.map(({ operation }) => operation)).toEqual(['users.list', 'GET /things']);
});

import { type Operation, type OperationName, operations } from '@chatferry/contract';
import { expect, test } from 'vitest';
import type { Client, ClientOptions } from '../src/index.ts';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

/*
 * What only types forbid is refused at run time too, for callers in JavaScript and for names that are computed. The server
 * is there and would answer.
 */

const table = Object.entries(operations) as [OperationName, Operation][];

/** All ways to send an operation, whatever the types of the table allow. */
type Untyped = (name: OperationName, request: object) => PromiseLike<unknown>;
const ways: Record<string, (client: Client) => Untyped> = {
  call: (client) => client.call.bind(client) as unknown as Untyped,
  attempt: (client) => client.attempt.bind(client),
  list: (client) => (name, request) => {
    const list = client.list.bind(client) as unknown as (
      ...args: [OperationName, object]
    ) => AsyncIterable<unknown>;
    return Array.fromAsync(list(name, request));
  },
};

/** A request with a complete path. The acting user is checked before query and body. */
function complete(operation: Operation): object {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return { path: Object.fromEntries(names.map((name) => [name, '1'])) };
}

/** The codes with which requests are refused, and the number of requests that arrive. */
async function refusals(
  way: string,
  entries: readonly [OperationName, Operation][],
  change: object,
  options: ClientOptions = {},
): Promise<{ codes: Set<unknown>; arrived: number }> {
  await using rig = await startRig([json(200, { data: {} })], options);
  const send = ways[way]!(rig.client);
  const codes = new Set<unknown>();
  for (const [name, operation] of entries) {
    const request = { ...complete(operation), ...change };
    codes.add(
      await send(name, request).then(
        () => 'sent',
        (error: unknown) => codeOf(error),
      ),
    );
  }
  return { codes, arrived: rig.server.seen.length };
}

function codeOf(error: unknown): string {
  const { code, mayHaveLanded, message } = error as Record<string, unknown>;
  const about = /onBehalfOf/.test(String(message)) ? 'onBehalfOf' : 'something else';
  return `${String(code)}, ${mayHaveLanded === false ? about : 'may have landed'}`;
}

const lists = table.filter(([, { paging }]) => paging !== undefined);
const entriesFor = (way: string) => (way === 'list' ? lists : table);
const acts = (way: string, need: Operation['onBehalfOf']) =>
  entriesFor(way).filter(([, { onBehalfOf }]) => onBehalfOf === need);

test.each(Object.keys(ways))(
  'by %s, an operation that acts for the app is not sent on behalf of a user',
  async (way) => {
    const { codes, arrived } = await refusals(way, acts(way, 'none'), { onBehalfOf: 'ada' });

    expect(codes).toEqual(new Set(['invalid, onBehalfOf']));
    expect(arrived).toBe(0);
  },
);

test.each(['call', 'attempt'])(
  'by %s, an operation that acts for a user is not sent without one',
  async (way) => {
    const { codes, arrived } = await refusals(way, acts(way, 'required'), {});

    expect(codes).toEqual(new Set(['invalid, onBehalfOf']));
    expect(arrived).toBe(0);
  },
);

const withoutKeys = { apiKey: undefined, managementKey: undefined, managementSecret: undefined };
const incomplete: [string, ClientOptions, (operation: Operation) => boolean][] = [
  ['any key', withoutKeys, () => true],
  ['a key that is not empty', { apiKey: () => '' }, ({ api }) => api !== 'management'],
  ['the secret', { managementSecret: undefined }, ({ api }) => api === 'management'],
  ['the management key', { managementKey: '' }, ({ api }) => api === 'management'],
];

test.each(incomplete)('nothing is sent without %s', async (_name, options, concerns) => {
  const concerned = table.filter(
    ([, operation]) => concerns(operation) && operation.onBehalfOf !== 'required',
  );

  const { codes, arrived } = await refusals('attempt', concerned, {}, options);

  expect(codes).toEqual(new Set(['not-configured, something else']));
  expect(arrived).toBe(0);
});

test('a call, a list and a request without a key name the option that is missing', async () => {
  await using rig = await startRig([json(200, { data: [] })], withoutKeys);
  const { client } = rig;

  const chat = [
    client.call('users.list'),
    Array.fromAsync(client.users.list()),
    client.request({ method: 'GET', path: '/anything' }),
  ];

  for (const call of chat)
    await expect(call).rejects.toThrow(/no credentials of the chat API; set apiKey/);
  await expect(client.call('management.apps.list')).rejects.toThrow(
    /management API; set managementKey and managementSecret/,
  );
  expect(rig.clock.sleeps).toEqual([]);
  expect(rig.server.seen).toEqual([]);
});

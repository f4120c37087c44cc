import { existsSync, mkdtempDisposableSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@chatferry/client';
import { comparableOf, type FieldDifference, idHash, kinds, type Row } from '@chatferry/contract';
import { entryOf } from '@chatferry/planner';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlannedRecord } from '../src/comparing/planned-records.ts';
import { RecordComparison, type ComparedRecord } from '../src/comparing/record-comparison.ts';
import { ThreadOrder } from '../src/comparing/thread-order.ts';
import { KeyHashes, KeySet } from '../src/removing/key-set.ts';
import { compareKind } from '../src/index.ts';
import { startRig } from './support/rig.ts';
import { messages, town, users } from './support/rows.ts';

let folder: ReturnType<typeof mkdtempDisposableSync>;
beforeEach(() => {
  folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-comparing-'));
});
afterEach(() => folder.remove());

const spool = (): string => join(folder.path, 'held');

/** A comparison with planned records. */
async function comparisonWith(
  planned: readonly Row[],
  kind: 'users' | 'messages' = 'users',
): Promise<RecordComparison> {
  const records = planned.map((row, position): PlannedRecord => {
    const place = { file: `${kind}.csv`, line: position + 2, seq: 1, position };
    return { id: row[kinds[kind].key] as string, ...place, record: () => row };
  });
  const comparison = new RecordComparison(
    {
      kind,
      records: () => inBatches(records),
      atMost: records.length,
      comparableOf: (row) => comparableOf(kind, row),
    },
    spool(),
  );
  await comparison.fill();
  return comparison;
}

/** What is found of planned users when these are held. */
async function compared(
  planned: readonly Row[],
  held: readonly Row[],
): Promise<Record<string, string>> {
  using comparison = await comparisonWith(planned);
  for (const row of held) comparison.take(row['uid'] as string, row);
  return Object.fromEntries((await resultsOf(comparison)).map(wordsFor));
}

async function* inBatches(records: readonly PlannedRecord[]): AsyncGenerator<PlannedRecord[]> {
  for (const record of records) yield [record];
}

async function resultsOf(comparison: RecordComparison): Promise<readonly ComparedRecord[]> {
  return (await Array.fromAsync(comparison.results())).flat();
}

function wordsFor({ planned, is, copies, differences }: ComparedRecord): [string, string] {
  const fields = differences.map(({ field }) => field);
  return [planned.id, [is, copies, ...fields].join(' ')];
}

test('each planned record is same, different, missing or doubled', async () => {
  const planned = ['ann', 'bo', 'cy', 'di', 'ed'].map((uid) => ({ uid, name: uid }));
  const held = [
    { uid: 'ed', name: 'ed' },
    { uid: 'ann', name: 'ann' },
    { uid: 'bo', name: 'Bob' },
    { uid: 'stranger', name: 'S' },
    { uid: 'di', name: 'di' },
    { uid: 'di', name: 'di' },
    { uid: 'ed', name: 'Ed', role: 'x' },
    { uid: 'ed', name: 'ed' },
  ];

  expect(await compared(planned, held)).toEqual({
    ann: 'same 1',
    bo: 'different 1 name',
    cy: 'missing 0',
    di: 'doubled 2',
    ed: 'doubled 3 name role',
  });
});

test('each planned record that is held is the first of its id once, whatever it holds', async () => {
  using comparison = await comparisonWith(['ann', 'bo'].map((uid) => ({ uid, name: uid })));
  const take = (uid: string, name: string): boolean => comparison.take(uid, { uid, name });

  expect([take('ann', 'ann'), take('ann', 'ann'), take('ann', 'X')]).toEqual([true, false, false]);
  expect([take('bo', 'X'), take('bo', 'Y'), take('bo', 'bo')]).toEqual([true, false, false]);
  expect(take('stranger', 'S')).toBe(false);
});

test('ids that share a hash are compared by their text', async () => {
  const [first, second] = twins;
  const [one, other] = [
    { uid: first, name: 'One' },
    { uid: second, name: 'Other' },
  ];

  expect(idHash(first)).toBe(idHash(second));

  expect(await compared([one, other], [one, other])).toEqual({
    [first]: 'same 1',
    [second]: 'same 1',
  });
  expect(await compared([one, other], [other])).toEqual({
    [first]: 'missing 0',
    [second]: 'same 1',
  });
  expect(await compared([one], [other])).toEqual({ [first]: 'missing 0' });
});

test('records with hundreds of different sets of fields are compared too', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => {
    const data = { text: 'hi', [`key${index}`]: index };
    return { muid: `m${index}`, data };
  });
  using comparison = await comparisonWith(rows, 'messages');
  for (const { muid, data } of rows)
    comparison.take(muid, { data: muid === 'm299' ? { ...data, text: 'ho' } : data });

  const results = await resultsOf(comparison);
  expect(results.slice(0, -1).every(({ is }) => is === 'same')).toBe(true);
  expect(results.at(-1)!.differences).toEqual([{ field: 'data.text', planned: 'hi', held: 'ho' }]);
});

/** A message with files of these names at a host. */
function messageAt(host: string, names: readonly string[]): Row {
  const attachments = names.map((name) => ({ name, size: 9, url: `https://${host}/${name}` }));
  return { muid: 'm1', data: { attachments } };
}

test('attachments that the service holds under other addresses are counted of every copy', async () => {
  using comparison = await comparisonWith([messageAt('old.example', ['a', 'b'])], 'messages');
  for (const host of ['files-us.cometchat.io', 'files-eu.cometchat.io'])
    comparison.take('m1', messageAt(host, ['a', 'b']));

  expect(await resultsOf(comparison)).toMatchObject([{ is: 'doubled', copies: 2, reHosted: 4 }]);
});

test('held records that differ are kept in a file for the owner alone, which disappears', () => {
  const planned = { kind: 'users', records: () => inBatches([]), atMost: 0 } as const;
  const comparison = new RecordComparison({ ...planned, comparableOf: () => new Map() }, spool());

  const { mode } = statSync(spool());
  comparison[Symbol.dispose]();

  expect(mode & 0o777).toBe(0o600);
  expect(existsSync(spool())).toBe(false);
});

describe('with a service', () => {
  test('a kind is read in pages and compared with those records that are asked for', async () => {
    await using rig = await startRig({ users: users(3), messages: messages(2500, 3) });
    await rig.run();
    rig.service.db.exec(`UPDATE messages SET sender = 'someone' WHERE muid = 'm7'`);
    // It is there twice.
    rig.service.db.exec(`UPDATE messages SET muid = 'm8' WHERE muid = 'm1'`);
    const { appId, baseUrl, apiKey } = rig.service;
    await using client = createClient({ appId, baseUrl, apiKey });
    const requestsBefore = rig.service.requestCount;
    const results: ComparedRecord[] = [];

    const { held, extraExamples } = await compareKind({
      client,
      plan: rig.plan,
      kind: 'messages',
      select: (batch) => (position) => ['m7', 'm8'].includes(entryOf(batch, position).id),
      spool: spool(),
      onResult: (result) => results.push(result),
    });

    expect(held).toBe(2500);
    expect(extraExamples).toEqual([2, 3, 4, 5, 6, 9, 10, 11, 12, 13].map((number) => `m${number}`));
    // The last one is empty.
    expect(rig.service.requestCount - requestsBefore).toBe(4);
    expect(results.map(wordsFor)).toEqual([
      ['m7', 'different 1 sender'],
      ['m8', 'doubled 2 sender receiver data.text sentAt'],
    ]);
  });

  test('members of a group that cannot be read are not taken for missing', async () => {
    await using rig = await startRig(town(4, 0));
    await rig.run();
    rig.service.setFaults([
      {
        fault: 'status-before',
        operation: 'groups.members.list',
        status: 403,
        code: 'ERR_NO_ACCESS',
      },
    ]);
    const { appId, baseUrl, apiKey } = rig.service;
    await using client = createClient({ appId, baseUrl, apiKey });
    const compare = { client, plan: rig.plan, kind: 'members', spool: spool() } as const;

    const comparing = compareKind({ ...compare, onResult: () => {} });

    await expect(comparing).rejects.toMatchObject({ status: 403 });
  });

  test('a comparison of many records can be interrupted while nothing is read', async () => {
    await using rig = await startRig({ users: users(5000) });
    const { appId, baseUrl, apiKey } = rig.service;
    await using client = createClient({ appId, baseUrl, apiKey });
    const stop = new AbortController();
    let results = 0;

    const comparing = compareKind({
      client,
      plan: rig.plan,
      kind: 'users',
      spool: spool(),
      signal: stop.signal,
      onResult: () => {
        results++;
        if (results === 1) setImmediate(() => stop.abort(new Error('enough')));
      },
    });

    await expect(comparing).rejects.toThrow('enough');
    expect(results).toBeLessThan(5000);
    expect(existsSync(spool())).toBe(false);
  });

  test('the plan is read with breaks, also when none of its records are wanted', async () => {
    await using rig = await startRig({ users: users(5000) }, { recordsPerRequest: 10 });
    const { appId, baseUrl, apiKey } = rig.service;
    await using client = createClient({ appId, baseUrl, apiKey });
    await client.call('users.create', { body: { uid: 'ann', name: 'Ann' } });
    const stop = new AbortController();
    let batches = 0;

    const comparing = compareKind({
      client,
      plan: rig.plan,
      kind: 'users',
      spool: spool(),
      isForFoundOnly: true,
      signal: stop.signal,
      select: () => {
        batches++;
        return () => false;
      },
      onHeld: () => setImmediate(() => stop.abort(new Error('enough'))),
      onResult: () => {},
    });

    await expect(comparing).rejects.toThrow('enough');
    expect(batches).toBeLessThan(500);
  });
});

/** Two ids with one hash, which mixes the highest bit of a UTF-16 unit little. */
const twins = [
  '1010000010111010011011111111100110011100001110100010110110011000',
  '0100000110001110101000001010111111101011100011110011001110001111',
].map((bits) => bits.replaceAll('1', '\u8041').replaceAll('0', 'A')) as [string, string];

/** The differences in order of replies, listed in this order, that are planned as `r1:t`, reply and thread. */
function orderOf(
  planned: readonly string[],
  listed: readonly string[],
): readonly (readonly FieldDifference[])[] {
  const order = new ThreadOrder('parentMuid', planned.length);
  for (const entry of listed) order.note(planned.indexOf(entry));
  return planned.map((entry, position) => {
    const [id, parentMuid] = entry.split(':') as [string, string];
    const place = { file: 'r.json', line: position, seq: 1, position };
    return order.differences(position, { id, ...place, record: () => ({ parentMuid }) });
  });
}

test('a reply that its thread lists before an earlier one is in another order, whatever other threads list', () => {
  const planned = ['r1:t', 'r2:s', 'r3:t', 'r4:s', 'r5:t'];
  const same = [[], [], [], [], []];

  expect(orderOf(planned, planned)).toEqual(same);
  expect(orderOf(planned, ['r2:s', 'r4:s', 'r1:t', 'r3:t', 'r5:t'])).toEqual(same);
  // A copy at the end of the list, and a reply that is not there.
  expect(orderOf(planned, [...planned, 'r1:t'])).toEqual(same);
  expect(orderOf(planned, ['r1:t', 'r2:s', 'r4:s', 'r5:t'])).toEqual(same);
  expect(orderOf(planned, ['r1:t', 'r2:s', 'r5:t', 'r4:s', 'r3:t'])).toEqual([
    [],
    [],
    [],
    [],
    [{ field: 'order', planned: { after: 'r3' }, held: { before: 'r3' } }],
  ]);
});

test('a reply in another order that has another text differs in both', async () => {
  const planned = ['r1', 'r2'].map((muid) => ({ muid, parentMuid: 'm', data: { text: muid } }));
  const records = planned.map((row, position): PlannedRecord => {
    const place = { file: 'r.json', line: position, seq: 1, position };
    return { id: row.muid, ...place, record: () => row };
  });
  using comparison = new RecordComparison(
    {
      kind: 'replies',
      records: () => inBatches(records),
      atMost: 2,
      comparableOf: (row) => comparableOf('replies', row),
      thread: 'parentMuid',
    },
    spool(),
  );
  await comparison.fill();
  comparison.take('r2', { ...planned[1]!, data: { text: 'Other' } });
  comparison.take('r1', planned[0]!);

  expect((await resultsOf(comparison)).map(wordsFor)).toEqual([
    ['r1', 'same 1'],
    ['r2', 'different 1 order data.text'],
  ]);
});

test('replies whose ids share a hash are in no other order', async () => {
  const rows = [twins[0], 'r', twins[1]].map((muid) => ({ muid, parentMuid: 'm' }));
  const records = rows.map((row, position): PlannedRecord => {
    const place = { file: 'r.json', line: position, seq: 1, position };
    return { id: row.muid, ...place, record: () => row };
  });
  using comparison = new RecordComparison(
    {
      kind: 'replies',
      records: () => inBatches(records),
      atMost: 3,
      comparableOf: (row) => comparableOf('replies', row),
      thread: 'parentMuid',
    },
    spool(),
  );
  await comparison.fill();
  for (const row of rows) comparison.take(row.muid, row);

  expect((await resultsOf(comparison)).map(({ is }) => is)).toEqual(['same', 'same', 'same']);
});

test('a set of keys does not hold a key that shares one hash with one of its own', () => {
  const hashes = new KeyHashes(2);
  for (const key of [twins[0], 'other']) hashes.add(key);
  const keys = new KeySet(hashes);

  expect([keys.has(twins[0]), keys.has(twins[1]), keys.has('other')]).toEqual([true, false, true]);
});

test('a member who was banned since is different, and not missing', async () => {
  await using rig = await startRig({ ...town(4, 0), messages: [] });
  await rig.run();
  // Others have joined since, so that the list is not shorter than the plan.
  const joined = users(9).slice(4) as { uid: string; name: string }[];
  const members = joined.map(({ uid }) => ({
    memberId: `square_member_${uid}`,
    guid: 'square',
    uid,
  }));
  rig.service.seed({ users: joined, members });
  rig.service.db.exec("DELETE FROM members WHERE uid = 'u2'");
  rig.service.seed({ bans: [{ guid: 'square', uid: 'u2' }] });
  await using client = createClient({
    appId: rig.service.appId,
    baseUrl: rig.service.baseUrl,
    apiKey: rig.service.apiKey,
  });
  const found: Record<string, string> = {};

  await compareKind({
    client,
    plan: rig.plan,
    kind: 'members',
    spool: spool(),
    onResult: ({ planned, is }) => (found[planned.id] = is),
  });

  expect(found).toEqual({
    square_member_u2: 'different',
    square_member_u3: 'same',
    square_member_u4: 'same',
  });
});

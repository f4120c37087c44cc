import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Kind, type RecordBlock, RecordBlockBuilder, type Row } from '@chatferry/contract';
import { expect, test } from 'vitest';
import {
  blockOf,
  compileBlocks,
  fileOf,
  message,
  NOW,
  recordsOf,
  stepsTo,
  temporaryFolder,
  user,
} from './rig.ts';

/** More than two runs of messages, by number and by bytes. */
const MESSAGES = 135_000;
const USERS = 500;
/** Messages of one second, at different fractions of it. */
const PER_SECOND = 40;

/** Packs rows that need no judging, a thousand to a block. */
function* blocks(
  kind: Kind,
  count: number,
  rowOf: (index: number) => Row,
  key: string,
  fractionOf: (index: number) => number = () => 0,
): Generator<RecordBlock> {
  const builder = new RecordBlockBuilder(kind, fileOf(kind));
  for (let index = 0; index < count; index++) {
    const row = rowOf(index);
    builder.add(index + 2, row[key] as string, row, JSON.stringify(row));
    builder.addFraction(fractionOf(index));
    if (builder.rows === 1000 || index === count - 1) yield builder.take();
  }
}

function* exportOf(placeOf: (index: number) => number): Generator<RecordBlock> {
  yield* blocks('users', USERS, (index) => user(`u${index}`), 'uid');
  const messageAt = (place: number): Row =>
    message(`m${place}`, `u${(place * 31) % USERS}`, `u${(place * 17 + 1) % USERS}`, {
      sentAt: NOW - MESSAGES + Math.floor(place / PER_SECOND),
      data: { text: `${'long text '.repeat(8)}${place}` },
      category: 'message',
      type: 'text',
    });
  const fractionAt = (index: number): number => (placeOf(index) % PER_SECOND) / PER_SECOND;
  yield* blocks('messages', MESSAGES, (index) => messageAt(placeOf(index)), 'muid', fractionAt);
  // The first messages once more, and one of them with other words.
  yield* blocks('messages', 1000, (index) => messageAt(placeOf(index)), 'muid');
  yield* blocks(
    'messages',
    1,
    () => ({ ...messageAt(placeOf(5)), data: { text: 'other' } }),
    'muid',
  );
  // The last kind is small: the memory for batches is that of the largest.
  yield blockOf('reactions', [{ muid: 'm5', uid: 'u1', reaction: '👍' }]);
}

test('many messages come out in order, whether they came in order or not, and doubles are found', async () => {
  using inOrder = await compileBlocks(exportOf((index) => index));
  using inDisorder = await compileBlocks(exportOf((index) => (index * 100_003) % MESSAGES));

  expect(inDisorder.plan.id).toBe(inOrder.plan.id);
  expect(inOrder.summary.kinds.messages).toMatchObject({
    rows: MESSAGES + 1001,
    planned: MESSAGES,
    merged: 1000,
    rejected: 1,
  });
  expect(inDisorder.rejects).toMatchObject([
    { code: 'duplicate-id', line: 2, message: expect.stringContaining('messages.csv:7') },
  ]);
  const lanes = Array.from({ length: inOrder.plan.lanes }, (_, lane) =>
    [...inOrder.plan.batches('messages', lane)].flatMap(recordsOf).map(({ sentAt }) => sentAt),
  );
  expect(lanes.map((times) => isAscending(times as number[]))).toEqual([true, true, true, true]);
  expect(lanes.flat()).toHaveLength(MESSAGES);
});

test('writing many messages can be left half way, and leaves nothing', async () => {
  using folder = temporaryFolder();
  const steps = stepsTo(
    join(folder.path, 'plan.sqlite'),
    exportOf((index) => index),
  );

  let hasStopped = false;
  for await (const step of steps) {
    if (step.step !== 'batching' || step.kind !== 'messages') continue;
    hasStopped = step.done > MESSAGES / 2;
    if (hasStopped) break;
  }

  expect(hasStopped).toBe(true);

  expect(readdirSync(folder.path)).toEqual([]);
});

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || numbers[index - 1]! <= number);
}

test('records that end one byte after what is read at a time, and larger ones, come out whole', async () => {
  // Messages of one run are read back by the megabyte: 17 of these are one byte more.
  const BYTES = (2 ** 20 + 1) / 17;
  const rowOf = (index: number): Row => {
    const row = message(`m${index + 10}`, 'u0', 'u1', {
      sentAt: NOW - index,
      category: 'message',
      type: 'text',
      data: { text: '' },
    });
    // The one that is sent last is more than what is read and written at a time.
    const bytes = index === 0 ? 2 ** 20 + 5 : BYTES;
    const missing = bytes - JSON.stringify(row).length - `"${String(row['muid'])}":`.length;
    return { ...row, data: { text: String.fromCodePoint(97 + index).repeat(missing) } };
  };
  const users = blocks('users', 2, (index) => user(`u${index}`), 'uid');

  using planned = await compileBlocks([...users, ...blocks('messages', 20, rowOf, 'muid')], {
    lanes: 1,
    maxRequestBytes: 2 ** 21,
  });

  const sent = [...planned.plan.batches('messages', 0)].flatMap(recordsOf);
  expect(sent).toEqual(Array.from({ length: 20 }, (_, index) => rowOf(19 - index)));
});

/** A thousand of these are a little more than a megabyte. */
const longUser = (index: number): Row => user(`u${index}`, { name: `${index} `.repeat(280) });

test('users that are cut into batches while they are read come out whole, however large their block is', async () => {
  const longUsers = blocks('users', 1000, longUser, 'uid');

  using planned = await compileBlocks(longUsers, { lanes: 1 }, { inputBytes: 1e9 });

  const sent = [...planned.plan.batches('users', 0)].flatMap(recordsOf);
  expect(sent).toEqual(Array.from({ length: 1000 }, (_, index) => longUser(index)));
});

import { describe, expect, test } from 'vitest';
import { readFromCode } from './reading.ts';

const sentAt = 1_700_000_000;
const row = { muid: 'm1', sender: 'a', receiverType: 'user', receiver: 'b', sentAt };

function mentions(count: number): string {
  return Array.from({ length: count }, (_, index) => `<@uid:u${index}>`).join(' ');
}

test('more than ten mentioned users are a warning', async () => {
  const outcome = await readFromCode('messages', [
    { ...row, text: mentions(10) },
    { ...row, text: `${mentions(10)} <@uid:u3>` },
    { ...row, text: mentions(12) },
  ]);

  expect(outcome.warnings).toEqual([
    { record: 'm1', code: 'too-many-mentions', field: 'data.text' },
  ]);
  expect(outcome.records).toHaveLength(3);
});

test('with mentions: plain those after the tenth are written by name', async () => {
  const mentionedUserDetails = { u10: { uid: 'u10', name: 'Ada' }, u1: { uid: 'u1', name: 'Bob' } };
  const outcome = await readFromCode(
    'messages',
    [{ ...row, text: `${mentions(12)} <@uid:u3> <@uid:u10>`, mentionedUserDetails }],
    { cleaning: { mentions: 'plain' } },
  );

  expect(outcome.records[0]!.record).toMatchObject({
    data: { text: `${mentions(10)} @Ada @u11 <@uid:u3> @Ada` },
  });
  expect(outcome.records[0]!.record['mentionedUserDetails']).toEqual({
    u1: { uid: 'u1', name: 'Bob' },
  });
  expect(outcome.warnings.map(({ code }) => code)).toEqual(['mentions-made-plain']);
});

describe('more than ten users in mentionedUserDetails', () => {
  const uids = Array.from({ length: 12 }, (_, index) => `v${index}`);
  const mentionedUserDetails = Object.fromEntries(
    uids.map((uid) => [uid, { uid, name: `Name ${uid}` }]),
  );

  test('are a warning, and are sent', async () => {
    const outcome = await readFromCode('messages', [{ ...row, text: 'x', mentionedUserDetails }]);

    expect(outcome.rejected).toEqual([]);
    expect(outcome.warnings).toEqual([
      { record: 'm1', code: 'too-many-mentions', field: 'mentionedUserDetails' },
    ]);
    expect(outcome.records[0]!.record).toMatchObject({ mentionedUserDetails });
  });

  test('with mentions: plain, ten remain: those in the text, then the first of the others', async () => {
    const outcome = await readFromCode(
      'messages',
      [{ ...row, text: '<@uid:v11> <@uid:x>', mentionedUserDetails }],
      { cleaning: { mentions: 'plain' } },
    );

    expect(outcome.warnings.map(({ code }) => code)).toEqual(['mentions-made-plain']);
    expect(outcome.records[0]!.record).toMatchObject({ data: { text: '<@uid:v11> <@uid:x>' } });
    expect(Object.keys(outcome.records[0]!.record['mentionedUserDetails'] as object)).toEqual([
      ...uids.slice(0, 8),
      'v11',
    ]);
  });
});

describe('mentionedUserDetails', () => {
  const senderUserDetails = { uid: 'a', name: 'Ada', avatar: 'https://example.org/a.png' };

  test('are filled in with the names in the row', async () => {
    const text = '<@uid:a> <@uid:b> <@uid:c>';
    const mentionedUserDetails = { c: { uid: 'c', name: 'Cy' } };

    const outcome = await readFromCode('messages', [
      { ...row, text, senderUserDetails },
      { ...row, muid: 'm2', text, senderUserDetails, mentionedUserDetails },
    ]);

    expect(outcome.records.map(({ record }) => record['mentionedUserDetails'])).toEqual([
      { a: { uid: 'a', name: 'Ada' } },
      { a: { uid: 'a', name: 'Ada' }, c: { uid: 'c', name: 'Cy' } },
    ]);
  });

  test('are filled in with mapped ids', async () => {
    const outcome = await readFromCode(
      'messages',
      [
        {
          ...row,
          sender: 'Ann B',
          text: '<@uid:Ann B>',
          senderUserDetails: { uid: 'Ann B', name: 'Ann' },
        },
      ],
      { ids: 'map' },
    );

    const { sender, mentionedUserDetails } = outcome.records[0]!.record;
    expect(mentionedUserDetails).toEqual({ [sender as string]: { uid: sender, name: 'Ann' } });
  });

  test('are filled in up to ten users', async () => {
    const known = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`u${index}`, { uid: `u${index}`, name: 'U' }]),
    );
    const outcome = await readFromCode('messages', [
      { ...row, text: '<@uid:a>', senderUserDetails, mentionedUserDetails: known },
    ]);

    expect(outcome.records[0]!.record['mentionedUserDetails']).toEqual(known);
  });

  test('get a missing uid from their key', async () => {
    const outcome = await readFromCode('messages', [
      { ...row, text: '<@uid:__proto__>', mentionedUserDetails: { b: { name: 'Bob' } } },
    ]);

    expect(outcome.records[0]!.record['mentionedUserDetails']).toEqual({
      b: { uid: 'b', name: 'Bob' },
    });
  });
});

test('times of receipts before sentAt are a warning', async () => {
  const outcome = await readFromCode('messages', [
    { ...row, text: 'x', deliveredAt: sentAt, readAt: sentAt - 1 },
  ]);

  expect(outcome.warnings).toEqual([{ record: 'm1', code: 'receipt-too-early', field: 'readAt' }]);
});

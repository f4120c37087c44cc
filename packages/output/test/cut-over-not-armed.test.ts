import type { CutOverEvent } from '@chatferry/follow';
import { expect, test } from 'vitest';
import { cutOverLine } from '../src/following/cut-over-lines.ts';

type NotArmed = Extract<CutOverEvent, { type: 'not-armed' }>;

const compared = { records: 5, asPlanned: 5, hidden: 0, requests: 2, differing: [] };

const examples = { missing: [{ id: '2' }, { id: '3' }], doubled: [] };
const differing = [{ kind: 'messages', fields: [], examples }] as never;

const tooLong: NotArmed = {
  type: 'not-armed',
  why: 'too-long',
  mostMs: 300_000,
  ms: 400_000,
  rows: 7,
  changed: 0,
  compared,
};

function textOf(event: Partial<NotArmed>, options: Parameters<typeof cutOverLine>[1] = {}): string {
  const line = cutOverLine({ ...tooLong, ...event }, options);
  return `${line!.state}: ${line!.text}`;
}

function repeats(event: Partial<NotArmed>): string | undefined {
  return cutOverLine({ ...tooLong, ...event }, {})!.repeats;
}

test('a round that takes too long states its time, the limit, and that it catches up', () => {
  expect(textOf({ changed: 3 })).toBe(
    'following: The last round took 7 min, longer than the 5 min of a round. 7 changed rows were sent in it, and 3 rows have changed meanwhile: it catches up.',
  );
});

test('with a deadline, the limit is that of the deadline', () => {
  expect(textOf({ ms: 90_000, mostMs: 60_000 }, { deadline: 60_000 })).toBe(
    'following: The last round took 2 min, longer than the 1 min of the deadline. 7 changed rows were sent in it, and 0 rows have changed meanwhile: it catches up.',
  );
});

test('a round in which as much changes as it sends is no step forward', () => {
  expect(textOf({ rows: 1, changed: 1 })).toBe(
    'following: The last round took 7 min, longer than the 5 min of a round. 1 changed row was sent in it, and 1 row has changed meanwhile: it does not catch up before people write less, or the quota is larger.',
  );
});

test('records that differ are counted, with what lists them and what sends them again', () => {
  expect(textOf({ why: 'differs', compared: { ...compared, asPlanned: 3, differing } })).toBe(
    'following: 3 of 5 records are as planned, 2 requests. messages:2 is missing; messages:3 is missing. chatferry verify lists all that differs; end this, and chatferry retry or chatferry repair sends it again.',
  );
});

test('lines about rounds of the same sort are printed once', () => {
  expect(repeats({ ms: 500_000, rows: 9 })).toBe(repeats({}));
  expect(repeats({ changed: 8 })).not.toBe(repeats({}));
});

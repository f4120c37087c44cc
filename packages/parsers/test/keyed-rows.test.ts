import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addKeys, keyNames } from '../src/cutting/add-keys.ts';
import { kindMapping } from '../src/mapping/kind-mapping.ts';
import { parsePath } from '../src/mapping/source-path.ts';
import { read, refusals, collect, now } from './reading.ts';
import { type Input, readRecords } from '@chatferry/parsers';

const leaf = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '[', ']', '{', '}', 'ü', '\n'), maxLength: 5 }),
  fc.integer(),
  fc.constantFrom(true, null),
);
const key = fc.constantFrom('u1', 'ü"', 'a.b', '*', '');
const row = fc.oneof(
  leaf,
  fc.dictionary(fc.constantFrom('n', 'm'), fc.oneof(leaf, fc.array(leaf)), { maxKeys: 2 }),
);
const document = fc.record({
  x: leaf,
  a: fc.dictionary(key, fc.dictionary(key, row), { maxKeys: 3 }),
});

function inPieces(text: string, bytes: number): Uint8Array[] {
  const whole = Buffer.from(text);
  const count = Math.ceil(whole.length / bytes);
  return Array.from({ length: count }, (_, n) => whole.subarray(n * bytes, (n + 1) * bytes));
}

test.each(['json', 'ndjson'] as const)(
  '%s: rows have their keys, wherever the bytes are cut',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: format === 'json' ? 1 : 3 }),
        fc.constantFrom(undefined, 1),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        async (all, indent, bytes, readsOwnValue) => {
          const space = format === 'json' ? indent : undefined;
          const text = all.map((each) => JSON.stringify(each, undefined, space)).join('\n');
          const rows = parsePath('a.*.*').steps;
          const added = { rows, names: keyNames(rows, 'all'), readsOwnValue };
          const pieces = addKeys(Readable.from(inPieces(text, bytes)), added, format === 'ndjson');
          const keyed = Buffer.concat(
            (await Array.fromAsync(pieces)).map((piece) => Uint8Array.from(piece)),
          ).toString();

          const expected = all.map(({ x, a }) => ({
            x,
            a: Object.fromEntries(
              Object.entries(a).map(([outer, inside]) => [
                outer,
                Object.fromEntries(
                  Object.entries(inside).map(([inner, value]) => [
                    inner,
                    {
                      $key: inner,
                      '^.$key': outer,
                      ...(typeof value === 'object' && value !== null
                        ? value
                        : readsOwnValue
                          ? { '.': value }
                          : {}),
                    },
                  ]),
                ),
              ]),
            ),
          }));
          const documents = format === 'json' ? [keyed] : keyed.split('\n');
          expect(documents.map((each) => JSON.parse(each) as unknown)).toEqual(expected);
          expect(keyed.split('\n').length).toBe(text.split('\n').length);
        },
      ),
      { numRuns: 300 },
    );
  },
);

const firebase = `{
  "rooms": {
    "r1": { "title": "One", "open": true,
      "messages": { "m1": { "by": "ann", "at": 1700000000, "text": "Hi" } },
      "people": { "ann": "owner", "bob": "guest" } },
    "r2": { "title": "Two", "people": {} }
  },
  "chats": { "r1": [ { "by": "bob", "at": 1700000001, "text": "Ho" }, 7 ] },
  "presence": { "r1": { "ann": true, "bob": null } }
}`;

function firebaseBytes(): Readable {
  return Readable.from([Buffer.from(firebase)]);
}

function input(kind: Input['kind'], mapping: object, otherRows: readonly string[] = []): Input {
  return {
    file: 'export.json',
    kind,
    format: 'json',
    bytes: firebaseBytes(),
    again: firebaseBytes,
    mapping: kindMapping.parse(mapping),
    otherRows,
  };
}

const rules = { now, ids: 'keep', threads: 0 } as const;

test('a line that breaks off where a row begins changes no other line', async () => {
  const lines = ['{"a":{"u1":{', '{"a":{"u2":{"n":1}}}'];
  const rows = parsePath('a.*').steps;
  const added = { rows, names: keyNames(rows, 'all'), readsOwnValue: false };

  const pieces = addKeys(Readable.from([Buffer.from(lines.join('\n'))]), added, true);
  const keyed = Buffer.concat(
    (await Array.fromAsync(pieces)).map((piece) => Uint8Array.from(piece)),
  ).toString();

  expect(keyed.split('\n')[1]).toBe('{"a":{"u2":{"$key":"u2","n":1}}}');
});

describe('an object with a key for each row', () => {
  test('holds rows, which have their key, and values around them', async () => {
    const { records } = await collect(
      readRecords(
        input('messages', {
          rows: 'rooms.*.messages.*',
          columns: {
            $key: 'muid',
            '^.$key': 'receiver',
            '^.title': 'data.metadata.room',
            by: 'sender',
            at: 'sentAt',
          },
          constants: { receiverType: 'group' },
        }),
        rules,
      ),
    );

    expect(records).toMatchObject([
      {
        line: 4,
        id: 'm1',
        record: { receiver: 'r1', data: { metadata: { room: 'One' } }, sender: 'ann' },
      },
    ]);
  });

  test('may hold words', async () => {
    const { records } = await collect(
      readRecords(
        input('members', {
          rows: 'rooms.*.people.*',
          columns: { $key: 'uid', '^.$key': 'guid', '.': 'scope' },
          convert: { scope: { values: { owner: 'admin', guest: 'participant' } } },
        }),
        rules,
      ),
    );

    expect(records.map(({ record }) => record)).toMatchObject([
      { guid: 'r1', uid: 'ann', scope: 'admin' },
      { guid: 'r1', uid: 'bob', scope: 'participant' },
    ]);
  });

  test('may hold lists of rows', async () => {
    const outcome = await collect(
      readRecords(
        input('messages', {
          rows: 'chats.*[*]',
          columns: { $key: 'receiver', by: 'sender', at: 'sentAt' },
          constants: { receiverType: 'group' },
          convert: { muid: { template: '{$key}-{at}' } },
        }),
        rules,
      ),
    );

    expect(outcome.records).toMatchObject([{ id: 'r1-1700000001', record: { receiver: 'r1' } }]);
    expect(refusals(outcome)).toEqual(['3 not-read', '6 not-read', '8 not-an-object']);
  });

  test('is a short row where its values are rows of another kind', async () => {
    const groups = input(
      'groups',
      { rows: 'presence.*', columns: { $key: ['guid', 'name'] }, constants: { type: 'public' } },
      ['presence.*.*'],
    );
    const members = input('members', {
      rows: 'presence.*.*',
      columns: { $key: 'uid', '^.$key': 'guid' },
    });

    expect((await collect(readRecords(groups, rules))).records).toMatchObject([{ id: 'r1' }]);
    expect(
      (await collect(readRecords(members, rules))).records.map(({ record }) => record),
    ).toMatchObject([
      { guid: 'r1', uid: 'ann' },
      { guid: 'r1', uid: 'bob' },
    ]);
  });

  test('that is a list, or is not there, is an error with what to write', async () => {
    const ended = collect(readRecords(input('users', { rows: 'rooms[*]' }), rules));
    await expect(ended).rejects.toThrow('has no list at rooms[*]');
    const other = collect(readRecords(input('users', { rows: 'chats.r1.*' }), rules));
    await expect(other).rejects.toThrow('has no object at chats.r1.*');
  });

  test('is part of a path in a row, too', async () => {
    const { records } = await read({
      format: 'ndjson',
      content: '{"uid":"a","name":"Ann","teams":{"t1":{"n":"Red"},"t2":{"n":"Blue"}}}',
      mapping: kindMapping.parse({ columns: { 'teams.*.n': 'tags' } }),
    });

    expect(records[0]?.record['tags']).toEqual(['Red', 'Blue']);
  });
});

import { canonicalJson } from '@chatferry/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesHash } from '../src/earlier/bytes-hash.ts';
import { ContentHash, fieldName, type HashStates } from '../src/earlier/content-hash.ts';

const hash = new ContentHash();
const hashOf = (json: string, leftOut: readonly HashStates[] = []): number =>
  hash.of(Buffer.from(json), 0, leftOut);

/** The same content in another order and format: keys reversed, numbers as texts, spaces, escapes, empty fields. */
function otherwise(value: unknown): string {
  if (typeof value === 'number' && Object.is(value, -0)) return '0';
  if (typeof value === 'number') return `"${value}"`;
  if (typeof value === 'string')
    return JSON.stringify(value).replaceAll('é', '\\u00e9').replaceAll('/', '\\/');
  if (Array.isArray(value)) return `[ ${value.map(otherwise).join(' ,\n')} ]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)} : ${otherwise(each)}`,
  );
  return `{ ${[...members, '"empty": {"too":[]}'].toReversed().join(' , ')}}`;
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('17', '-1.5', '1e21', '1e+21', 'é/"\\\n\t\u0001', '\ud800', '007', '-'),
);
const { value: anyJson } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom(0, -0, 17, -1.5, 1e21, 1e-7, true, false, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
}));

test('a value has the same hash in every order and format', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      expect(hashOf(otherwise(value))).toBe(hashOf(JSON.stringify(value)));
    }),
  );
});

test('two values have the same hash when their canonical form is the same, and only then', () => {
  const small = fc.oneof(fc.constantFrom(1, 'a', '1', 'b', true, null, [], {}, [[]], { a: [] }));
  const list = fc.array(small, { maxLength: 3 });
  const value = fc.oneof(small, list, fc.dictionary(fc.constantFrom('a', 'b', '1'), list));
  fc.assert(
    fc.property(value, value, (one, other) => {
      const isSame = canonicalJson(one) === canonicalJson(other);
      expect(hashOf(JSON.stringify(one)) === hashOf(JSON.stringify(other))).toBe(isSame);
    }),
    { numRuns: 500 },
  );
});

test('every change of one byte changes the hash, and values do not move between fields unnoticed', () => {
  const record =
    '{"muid":"m-1","data":{"text":"Hello, you","n":12},"sentAt":1789000000,"sender":"ann"}';
  const changed = record
    .split('')
    .flatMap((character, at) =>
      /[a-z0-9]/i.test(character) ? [`${record.slice(0, at)}q${record.slice(at + 1)}`] : [],
    );
  const valid = changed.filter((json) => !/:\d*q/.test(json));

  expect(new Set([record, ...valid].map((json) => hashOf(json))).size).toBe(valid.length + 1);
  expect(hashOf('{"a":"x","b":"y"}')).not.toBe(hashOf('{"a":"y","b":"x"}'));
  expect(hashOf('["x","y"]')).not.toBe(hashOf('["y","x"]'));
  expect(hashOf('{"a":{"b":"x"},"c":"y"}')).not.toBe(hashOf('{"a":{"c":"y"},"b":"x"}'));
});

test('fields can be left out, and one read as a number', () => {
  const leftOut = [fieldName('status'), fieldName('lästig')];
  const json = '{"uid":"a","status":"on","lästig":{"a":1},"createdAt":"17"}';

  expect(hashOf(json, leftOut)).toBe(hashOf('{"createdAt":17,"uid":"a"}'));
  hash.of(Buffer.from(json), 0, [], fieldName('createdAt'));
  expect(hash.number).toBe(17);
  hash.of(Buffer.from('{}'), 0, [], fieldName('createdAt'));
  expect(hash.number).toBe(0);
});

test('bytes with another byte anywhere, or with a byte more or less, have another hash', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(39),
      fc.integer({ min: 1, max: 255 }),
      (bytes, at, by) => {
        const before = bytesHash(bytes, 0);
        expect(bytesHash(Buffer.concat([bytes, Buffer.of(0)]), 0)).not.toBe(before);
        if (bytes.length === 0) return;
        const other = Uint8Array.from(bytes);
        other[at % bytes.length]! ^= by;
        expect(bytesHash(other, 0)).not.toBe(before);
        expect(bytesHash(bytes.subarray(0, -1), 0)).not.toBe(before);
      },
    ),
  );
});

import { canonicalJson, parseJson } from '@chatferry/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesHash } from '../src/delta/bytes-hash.ts';
import { ContentHash, fieldName, textHash } from '../src/delta/content-hash.ts';
import type { HashRules, HashStates } from '../src/delta/hash-rules.ts';

const hash = new ContentHash();
const hashOf = (json: string, leftOut: readonly HashStates[] = []): number =>
  hash.of(Buffer.from(json), 0, { leftOut });

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

/** Numbers as an export and a service may write them. Those of a line are one number. */
const numbers = [
  ['1', '1.0', '1e0', '10e-1', '"1"'],
  ['12345678901234567', '"12345678901234567"', '12345678901234567'],
  ['12345678901234569'],
  ['-12345678901234569'],
  ['123456789012345678901234567890', '"123456789012345678901234567890"'],
  ['123456789012345678901234567891'],
  ['100000000000000000000000', '1e23', '1E+23', '"1e+23"'],
  ['0.1', '0.10', '1e-1', '"0.1"'],
  ['0.12345678901234567890', '0.1234567890123456789', '"0.1234567890123456789"'],
  ['0.12345678901234568', '"0.12345678901234568"'],
  // JavaScript writes it with fewer digits, and has no other number with these.
  ['52.520006600000002', '52.5200066'],
  ['1e400'],
  ['"007"'],
  ['"1.50"'],
  ['null'],
];

test('numbers are compared by all their digits, in the hash and in the canonical form', () => {
  const all = numbers.flatMap((same, number) => same.map((json) => ({ json, number })));
  for (const one of all)
    for (const other of all) {
      const isSame = one.number === other.number;
      const [a, b] = [one.json, other.json].map((json) => `{"a":[${json}]}`) as [string, string];
      expect([a, b, hashOf(a) === hashOf(b)]).toEqual([a, b, isSame]);
      expect([a, b, canonicalJson(parseJson(a)) === canonicalJson(parseJson(b))]).toEqual([
        a,
        b,
        isSame,
      ]);
    }
});

test.each<[string, HashRules, string, string]>([
  [
    'a list in another order',
    { unordered: [fieldName('tags')] },
    '{"tags":["a","b"]}',
    '{"tags":["b","a"]}',
  ],
  [
    'a field with the value of those without it',
    { absent: [{ name: fieldName('role'), value: textHash('"default"') }] },
    '{"a":1,"role":"default"}',
    '{"a":1}',
  ],
  [
    'an absent flag',
    { absent: [{ name: fieldName('isBanned'), value: textHash('false') }] },
    '{"a":1,"isBanned":false}',
    '{"a":1}',
  ],
])('%s has the same hash where the rules say so, and only there', (_, rules, one, other) => {
  const hashes = (by?: HashRules): number[] =>
    [one, other].map((json) => hash.of(Buffer.from(json), 0, by));

  expect(new Set(hashes(rules)).size).toBe(1);
  expect(new Set(hashes()).size).toBe(2);
  expect(
    hash.of(Buffer.from('{"tags":["a","a","b"],"role":"other","isBanned":true}'), 0, rules),
  ).not.toBe(hashes(rules)[0]);
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
  hash.of(Buffer.from(json), 0, { wanted: fieldName('createdAt') });
  expect(hash.number).toBe(17);
  hash.of(Buffer.from('{}'), 0, { wanted: fieldName('createdAt') });
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

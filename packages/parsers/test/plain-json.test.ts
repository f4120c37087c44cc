import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainJson } from '../src/rows/plain-json.ts';

function isPlain(text: string, added = {}): boolean {
  const value = { ...(JSON.parse(text) as object), ...added };
  const [name] = Object.keys(added);
  return isPlainJson({
    text,
    bytes: Buffer.from(text),
    value,
    ...(name === undefined ? {} : { added: name }),
  });
}

test.each([
  '{}',
  '{"a":1}',
  '{"a":[],"b":{},"c":[1,[2]],"d":[{"e":null}]}',
  '{"a":1000,"b":-1000000,"c":0,"d":-17,"e":1700000001}',
  '{"a":12.5,"b":1e3,"c":1.0,"d":-0,"e":true,"f":false}',
  '{"a":"x\\"y","b":"\\n"}',
  '{"ключ":"日本 😀"}',
])('%s can be sent as it is', (text) => {
  expect(isPlain(text)).toBe(true);
});

test.each([
  '{ "a":1}',
  '{"a": 1}',
  '{"a":[1, 2]}',
  '{"a":1}\t',
  '{"a":1,"a":2}',
  '{"a":1,"a":1000000000}',
  '{"a":{"b":1,"b":1},"c":1}',
  // The key that stands twice takes as much as the number saves.
  '{"a":1,"a":1e5}',
  '{"a":1,"a":2,"b":1e8}',
])('%s cannot', (text) => {
  expect(isPlain(text)).toBe(false);
});

test('a member that was added does not count', () => {
  expect(isPlain('{"uid":"u1","guid":"g1"}', { memberId: 'g1_u1' })).toBe(true);
  expect(isPlain('{"uid":"u1","uid":"u1"}', { memberId: 'g1_u1' })).toBe(false);
});

test('any object in its shortest form is plain, and with a blank in it is not', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 3 }), fc.nat(), (object, place) => {
      const text = JSON.stringify(object);
      expect(isPlain(text)).toBe(true);
      const breaks = [...text.matchAll(/[{}[\]]/g)].map(({ index }) => index);
      const at = breaks[place % breaks.length]!;
      const spaced = `${text.slice(0, at)} ${text.slice(at)}`;
      // Within a text a blank is part of it.
      const isWithin = JSON.stringify(JSON.parse(spaced)) === spaced;
      expect(isPlain(spaced)).toBe(isWithin);
    }),
  );
});

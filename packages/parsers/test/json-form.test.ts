import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonForm, repeatedKey } from '../src/rows/json-form.ts';

function formOf(text: string): string {
  const bytes = Buffer.from(text);
  return jsonForm({ text, bytes, from: 0, to: bytes.length, value: JSON.parse(text) });
}

test.each([
  '{}',
  '{"a":1}',
  '{"a":[],"b":{},"c":[1,[2]],"d":[{"e":null}]}',
  '{"a":0,"b":-17,"c":1700000001,"d":9007199254740991,"e":true}',
  '{"ключ":"日本 😀"}',
])('%s is the shortest text of its value', (text) => {
  expect(formOf(text)).toBe('shortest');
});

test.each([
  '{"a":1000,"b":-1000000,"c":0,"d":-17,"e":1700000001}',
  '{"a":12.5,"b":1e3,"c":1.0,"d":-0,"e":true,"f":false}',
  '{"a":12345678901234567890}',
  '{"a":0.1234567890123456789}',
  '{"a":"x\\"y","b":"\\n"}',
])('%s is compact', (text) => {
  expect(formOf(text)).toBe('compact');
});

test.each(['{ "a":1}', '{"a": 1}', '{"a":[1, 2]}', '{"a":1}\t'])('%s has white space', (text) => {
  expect(formOf(text)).toBe('spaced');
});

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"a":1000000000}', 'a'],
  ['{"a":{"b":1,"b":1},"c":1}', 'b'],
  ['{ "a" : 1, "a" : 2 }', 'a'],
  ['{"a":[{"b":1},{"b":1,"x":":","b" :2}]}', 'b'],
  [String.raw`{"é":1,"\u00e9":2}`, 'é'],
  // The repeated key takes as much as the number saves.
  ['{"a":1,"a":1e5}', 'a'],
  ['{"a":1,"a":2,"b":1e8}', 'a'],
])('%s has a key twice', (text, key) => {
  expect(formOf(text)).toBe('repeated-key');
  expect(repeatedKey(text)).toBe(key);
});

test('any object in its shortest form is compact, and with a blank it is not', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 3 }), fc.nat(), (object, place) => {
      const text = JSON.stringify(object);
      expect(formOf(text)).toMatch(/^(shortest|compact)$/);
      const breaks = [...text.matchAll(/[{}[\]]/g)].map(({ index }) => index);
      const at = breaks[place % breaks.length]!;
      const spaced = `${text.slice(0, at)} ${text.slice(at)}`;
      // Inside a text a blank is content.
      const isWithin = JSON.stringify(JSON.parse(spaced)) === spaced;
      expect(formOf(spaced)).toMatch(isWithin ? /^(shortest|compact)$/ : /^spaced$/);
    }),
  );
});

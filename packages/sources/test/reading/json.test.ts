import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open-archive.ts';
import { beginningIn } from '../../src/reading/json-beginning.ts';
import { jsonFiles, type JsonPart } from '../../src/reading/json-files.ts';
import { testFolder } from '../zip-file.ts';

async function partsIn(json: string, paths: readonly string[]): Promise<JsonPart[]> {
  using folder = testFolder();
  writeFileSync(folder.file('a.json'), json);
  using archive = await openArchive(folder.path);
  const [file] = await Array.fromAsync(jsonFiles(archive, archive.entries));
  return (await Array.fromAsync(file!.parts(paths))).flat();
}

const document = [
  { channel: { id: 'a' }, messages: [{ n: 1 }, { n: 2 }] },
  { channel: { id: 'b' }, messages: [{ n: 3 }] },
];

test('parts of a document are the same whether it is parsed in one step or part by part', async () => {
  const paths = ['[*].channel', '[*].messages[*]'];
  const small = await partsIn(JSON.stringify(document), paths);
  const large = await partsIn(
    `${JSON.stringify(document).slice(0, -1)},${' '.repeat(5_000_000)}{}]`,
    paths,
  );

  expect(small.map(({ path, line, within, value }) => [path, line, within, value])).toEqual([
    ['[*].channel', 1, 0, { id: 'a' }],
    ['[*].channel', 2, 1, { id: 'b' }],
    ['[*].messages[*]', 1, 0, { n: 1 }],
    ['[*].messages[*]', 2, 0, { n: 2 }],
    ['[*].messages[*]', 3, 1, { n: 3 }],
  ]);
  expect(large.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual(small);
});

test('a broken part spoils only itself, and a document that is cut off is refused', async () => {
  const parts = await partsIn('{"messages":[{"n":1},{"n":,},{"n":3}]}', ['messages[*]']);

  expect(parts.map(({ value, broken }) => value ?? broken)).toEqual([
    { n: 1 },
    '{"n":,}',
    { n: 3 },
  ]);
  await expect(partsIn('{"messages":[{"n":1},{"n"', ['messages[*]'])).rejects.toThrow('a.json');
});

test.each([
  ['{"a": {"b": [1, 2], "c": "}{', false, { a: { b: [1, 2] } }],
  ['\uFEFF [{"a": 1}, {"a": "x\\"y"}, {"a', false, [{ a: 1 }, { a: 'x"y' }, {}]],
  ['{"a": 1}\n{"a": 2}', true, { a: 1 }],
  ['{"a": 1}\n', false, { a: 1 }],
  ['[', false, []],
  ['{"a": 1, "b": [{"c": 2}, {"c": x}], "d": 4}', false, { a: 1, b: [{ c: 2 }, {}] }],
])('the beginning %j is read', (text, isLines, value) => {
  expect(beginningIn(text)).toEqual({ isLines, value });
});

test.each(['', 'uid,name', '[}'])('%j is no beginning of JSON', (text) => {
  expect(beginningIn(text)).toBeUndefined();
});

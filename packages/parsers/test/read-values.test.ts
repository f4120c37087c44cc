import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { InputError, readValues } from '../src/index.ts';

async function valuesIn(
  json: string,
  paths: readonly string[],
  pieceBytes: number,
): Promise<unknown[]> {
  const bytes = Buffer.from(json);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  const found = await Array.fromAsync(readValues(Readable.from(pieces), 'x.json', paths));
  return found.flat().map(({ path, keys, text }) => [paths[path], keys.join('.'), text]);
}

const json = `{"skip": {"messages": [1, "]"]}, "channel": {"id": "ä \\"}"},
  "messages": [ {"a": [1]}, -12.5e3 , "x\\\\", null ], "channels": [{"members": [7,8]}, {"members": []}], "end": 12}`;

test.each([1, 2, 7, 1000])('values at paths are found in pieces of %i bytes', async (bytes) => {
  const paths = ['channel', 'messages[*]', 'channels[*].members[*]', 'end', 'nothing[*]'];

  expect(await valuesIn(json, paths, bytes)).toEqual([
    ['channel', 'channel', '{"id": "ä \\"}"}'],
    ['messages[*]', 'messages.0', '{"a": [1]}'],
    ['messages[*]', 'messages.1', '-12.5e3'],
    ['messages[*]', 'messages.2', '"x\\\\"'],
    ['messages[*]', 'messages.3', 'null'],
    ['channels[*].members[*]', 'channels.0.members.0', '7'],
    ['channels[*].members[*]', 'channels.0.members.1', '8'],
    ['end', 'end', '12'],
  ]);
  expect(await valuesIn('[{"m":[1]},{"m":[2]}]', ['[*].m[*]'], bytes)).toEqual([
    ['[*].m[*]', '0.m.0', '1'],
    ['[*].m[*]', '1.m.0', '2'],
  ]);
});

test.each([
  '{"messages": [1, 2',
  '{"messages": [{"a": "',
  '{"a": [1}',
  '{"a": 1}]',
  '{"messages": [',
])('a document that is cut off or has wrong brackets is refused: %s', async (cut) => {
  await expect(valuesIn(cut, ['messages[*]', 'a[*]'], 5)).rejects.toThrow(InputError);
});

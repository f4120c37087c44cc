import { recogniseFile } from '@chatferry/parsers';
import { expect, test } from 'vitest';

test.each([
  ['users.csv', 'users', 'csv'],
  ['export/groups.json', 'groups', 'json'],
  ['messages-2024.ndjson.gz', 'messages', 'ndjson'],
  ['C:\\export\\members.csv.zst', 'members', 'csv'],
  ['Messages_part.2.JSONL', 'messages', 'ndjson'],
  ['users.tsv', 'users', 'csv'],
])('%s holds %s as %s', (name, kind, format) => {
  expect(recogniseFile(name)).toEqual({ kind, format });
});

test.each(['notes.csv', 'users.xlsx', 'users', 'userss.csv', 'old-users.csv', 'users.csv.zip'])(
  '%s shows neither kind nor format',
  (name) => {
    expect(recogniseFile(name)).toBeUndefined();
  },
);

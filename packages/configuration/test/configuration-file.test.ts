import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '../src/index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

function configured(yaml: string): string {
  const file = path.join(folder, 'chatferry.yaml');
  writeFileSync(file, yaml);
  return file;
}

test('an empty file says nothing', async () => {
  await expect(readConfiguration(configured('# nothing yet\n'))).resolves.toEqual({});
});

/** A few lines that stand for ten million items. */
const aliasBomb = ['inputs: &a [x, x, x, x, x, x, x, x, x, x]']
  .concat(['b', 'c', 'd', 'e', 'f', 'g'].map((name, at) => aliasLine(name, 'abcdef'[at]!)))
  .join('\n');

function aliasLine(name: string, of: string): string {
  return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${of}`).join(', ')}]`;
}

describe('is refused, naming file and line:', () => {
  test.each([
    [
      'concurency: 4',
      "chatferry.yaml:1: there is no key 'concurency'. Did you mean 'concurrency'?",
    ],
    ['job: here\nregion: [eu]', 'chatferry.yaml:2: region: needs a single value.'],
    [
      'kinds: { users: { times: { createdAt: minutes } } }',
      'createdAt: expected one of seconds, milliseconds',
    ],
    ['kinds: { user: {} }', "chatferry.yaml:1: kinds has no key 'user'."],
    ['routes: { users: pigeon }', 'routes.users: expected one of data-import, chat.'],
    [
      'sources:\n  slack: { systemMessages: text }\n  sqlite: chat.db',
      'chatferry.yaml:3: sources has a database: write it as an entry of a list',
    ],
    [
      'sources:\n  - sqlite: chat.db\n    preset: phpbb\n    slack: { systemMessages: text }',
      'sources.0: has a database and the options of slack: write them as two entries of the list.',
    ],
    [
      'sources:\n  - slack: { systemMessages: text }\n  - slack: { systemMessages: skip }',
      'sources: has the options of slack twice',
    ],
    ['sources: [{ slack: { systemMessages: no } }]', 'sources.0.slack.systemMessages: expected'],
    ['sources: [{ sqlite: chat.db }]', 'sources.0: needs either kinds or preset.'],
    ['sources: [{ preset: phpbb }]', 'sources.0: needs one of postgres, mysql, sqlite and dump.'],
    ['inputs: export', 'chatferry.yaml:1: inputs: needs a list, such as [a, b].'],
    ['kinds: [users]', 'chatferry.yaml:1: kinds: needs keys and values'],
    ['apiKey: abc', 'chatferry.yaml:1: apiKey: has to be a reference such as'],
    ['job: here\n  indented: wrong', 'chatferry.yaml:'],
    ['- a\n- b', 'chatferry.yaml: needs keys'],
    ['job: here\nregion: *there', 'chatferry.yaml:2: Unresolved alias'],
    [aliasBomb, 'chatferry.yaml:3: Excessive alias count'],
  ])('%j', async (yaml, message) => {
    await expect(readConfiguration(configured(yaml))).rejects.toThrow(message);
  });

  test('a file that is nested too deeply', async () => {
    const deep = `users: ${'['.repeat(5000)}${']'.repeat(5000)}`;

    await expect(readConfiguration(configured(deep))).rejects.toThrow(
      /chatferry\.yaml is nested too deeply\.$/,
    );
  });

  test('a file that is not there', async () => {
    await expect(readConfiguration(path.join(folder, 'other.yaml'))).rejects.toThrow(
      /other\.yaml cannot be read: ENOENT/,
    );
  });
});

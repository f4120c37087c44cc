import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configurationJsonSchema } from '../../configuration/test/support/json-schema.ts';
import { startRig } from './support/rig.ts';

const file = path.join(import.meta.dirname, '../chatferry.schema.json');
const read = (): object => JSON.parse(readFileSync(file, 'utf8')) as object;
const check = new Ajv({ validateFormats: false, allowUnionTypes: true }).compile(read());

// After a change of the schema or of the docs: npm run schema.
test('the JSON Schema for editors is that of the configuration, with the texts of the docs', async () => {
  await expect(configurationJsonSchema()).toMatchFileSnapshot(file);
});

const examples = ['configuration.md', 'mapping.md'].flatMap((name) => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs', name), 'utf8');
  return [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, yaml]) => ({ name, yaml }));
});

describe('the JSON Schema', () => {
  test.each(examples)('accepts the example of $name', ({ yaml }) => {
    check(parse(yaml!));
    expect(check.errors).toBeNull();
  });

  test.each([
    ['an unknown key', 'users: {}'],
    ['a kind that files do not hold', 'kinds: { deactivations: {} }'],
    ['a misspelt key of a kind', 'kinds: { users: { colums: {} } }'],
    ['a word that a setting does not have', 'duplicates: frist'],
    ['a key instead of its name', 'apiKey: abc'],
    ['another type', 'inputs: export'],
  ])('refuses %s', (_, yaml) => {
    expect(check(parse(yaml))).toBe(false);
  });
});

test('init names the schema in the first line, by a path from the configuration', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\nann,Ann\n');
  const config = path.join(rig.folder, 'chatferry.yaml');
  await rig.cli(['init', users, `--config=${config}`]);

  const [first] = readFileSync(config, 'utf8').split('\n', 1);
  const [, named] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first!) ?? [];
  const schema = path.join(rig.folder, decodeURI(named!));
  expect(JSON.parse(readFileSync(schema, 'utf8'))).toEqual(read());
});

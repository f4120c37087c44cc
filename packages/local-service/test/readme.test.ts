import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readFaultRules } from '../src/index.ts';

const home = path.join(import.meta.dirname, '..');
const readme = await readFile(path.join(home, 'README.md'), 'utf8');
const source = (file: string) => readFile(path.join(home, 'src', file), 'utf8');

function block(language: string): string {
  return readme.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
}

test('the example runs and prints what was imported', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@chatferry/source', '--input-type=module-typescript', '--eval', block('ts')],
    { cwd: home, env: { ...process.env, FORCE_COLOR: '0' } },
  );

  expect(stdout).toContain('"ada":{"success":true');
  expect(stdout).toContain("name: 'Ada'");
});

test('the rules shown are valid', () => {
  expect(readFaultRules(JSON.parse(block('json')))).toHaveLength(3);
});

test('every option, fault, list of a seed and error is described', async () => {
  const options = (await source('options/options.ts')).matchAll(/^ {2}readonly (\w+)\?:/gm);
  const faults = (await source('faults/fault-rule.ts')).matchAll(/literal\('([\w-]+)'\)/g);
  const errors = (await source('terms/local-service-error.ts')).matchAll(/\* - `([\w-]+)`/g);
  const lists = (await source('options/seed.ts')).matchAll(/^ {2}(\w+): /gm);

  const names = [...options, ...faults, ...errors, ...lists].flatMap(([, ...name]) => name);

  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

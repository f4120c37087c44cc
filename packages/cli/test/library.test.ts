import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as job from '@chatferry/job';
import { expect, test } from 'vitest';
import * as chatferry from '../src/index.ts';

const packages = path.join(import.meta.dirname, '../..');

/** The names that an entry point exports, types too. */
function namesIn(entry: string): string[] {
  const source = readFileSync(path.join(packages, entry), 'utf8');
  const lists = [...source.matchAll(/export (?:type )?\{([^}]*)\}/g)];
  return lists.flatMap(([, list]) =>
    list!.split(',').flatMap((each) => each.trim().replace(/^(?:type |.* as )+/, '') || []),
  );
}

test('a script finds the same functions and types in chatferry as in @chatferry/job', () => {
  const names = namesIn('job/src/index.ts');

  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !namesIn('cli/src/index.ts').includes(name))).toEqual([]);
  expect(Object.keys(job).filter((name) => !(name in chatferry))).toEqual([]);
});

test('the pages of both packages list every function of a job', () => {
  const functions = Object.entries(job).flatMap(([name, value]) =>
    /^(async )?function/.test(String(value)) ? name : [],
  );

  for (const page of ['cli/README.md', 'job/README.md']) {
    const text = readFileSync(path.join(packages, page), 'utf8');
    expect(functions.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  }
});

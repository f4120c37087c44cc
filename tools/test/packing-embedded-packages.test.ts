import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Locked {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = path.join(import.meta.dirname, '../..');
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};

/** Where npm finds a package that a file in a folder imports: in the nearest `node_modules` above. */
function installed(name: string, from: string): string {
  for (let folder = from; ; folder = folder.includes('/') ? path.dirname(folder) : '') {
    const at = path.join(folder, 'node_modules', name);
    const locked = packages[at];
    if (locked !== undefined) return locked.link === true ? locked.resolved! : at;
    if (folder === '') throw new Error(`${name} is not locked`);
  }
}

/** The names of all packages that an installation of one needs. */
function closure(of: string): Set<string> {
  const names = new Set<string>();
  const visit = (folder: string): void => {
    for (const name of Object.keys(packages[folder]!.dependencies ?? {})) {
      if (names.has(name)) continue;
      names.add(name);
      visit(installed(name, folder));
    }
  };
  visit(of);
  return names;
}

test('who embeds the job installs neither a web server nor the command line', () => {
  const names = closure('packages/job');

  expect(names).toContain('@chatferry/runner');
  expect(names).toContain('undici');
  for (const name of [
    'chatferry',
    '@chatferry/local-service',
    'fast-string-truncated-width',
    'yaml',
  ])
    expect(names).not.toContain(name);
});

test('what touches disks installs nothing', () => {
  expect([...closure('packages/disk')]).toEqual([]);
});

test('only who keeps a ledger in PostgreSQL installs a driver', () => {
  const names = closure('packages/cli');

  for (const name of ['@chatferry/fleet', 'pg', 'pg-boss']) expect(names).not.toContain(name);
  expect([...closure('packages/fleet')]).toEqual(expect.arrayContaining(['pg', 'pg-boss']));
});

test('the command line does install the local service', () => {
  expect(closure('packages/cli')).toContain('@chatferry/local-service');
});

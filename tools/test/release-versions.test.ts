import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { manifestIn, workspace } from '../src/packing/own-packages.ts';

const folder = path.join(workspace, 'changes');

/** The notes about what has changed since the last release. */
const notes = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .map((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    return { name, form: /^---\nall: (feat!?|fix!?)\n---\n\n(\S.*)\n$/.exec(text) };
  });

test('each note about a change states what it is, and then the change in one paragraph', () => {
  expect(notes.filter(({ form }) => form === null)).toEqual([]);
});

test.skipIf(notes.length === 0)(
  'a release takes its version and its changelog from the notes',
  () => {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('NX_')),
    );

    const nx = path.join(workspace, 'node_modules/nx/dist/bin/nx.js');
    const coloured = execFileSync(
      process.execPath,
      [nx, 'release', '--dry-run', '--skip-publish'],
      {
        cwd: workspace,
        encoding: 'utf8',
        env: { ...env, NX_DAEMON: 'false' },
      },
    );
    const printed = stripVTControlCharacters(coloured);

    const { version } = manifestIn(path.join(workspace, 'packages/cli'));
    expect(printed).toContain('Previewing an entry in CHANGELOG.md');
    for (const { form } of notes) expect(printed).toContain(`+ - ${form![2]}`);
    expect(printed.split(`-   "version": "${version}",`)).toHaveLength(
      readdirSync(path.join(workspace, 'packages')).length + 3, // And tools and samples.
    );
  },
);

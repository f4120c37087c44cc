import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A workspace of three layers; each file holds one import. */
const packages = {
  'packages/planner': { name: '@chatferry/planner', layer: 2, needs: ['@chatferry/contract'] },
  'packages/contract': { name: '@chatferry/contract', layer: 1, needs: ['@chatferry/client'] },
  'packages/client': { name: '@chatferry/client', layer: 2, needs: ['@chatferry/contract'] },
  'packages/runner': {
    name: '@chatferry/runner',
    layer: 3,
    needs: ['@chatferry/client', '@chatferry/runner-up', 'undici'],
  },
  'packages/job': { name: '@chatferry/job', layer: 4, needs: ['@chatferry/runner', 'chatferry'] },
  'packages/cli': { name: 'chatferry', layer: 5, needs: ['@chatferry/job'] },
  'packages/disk': { name: '@chatferry/disk', layer: 0, needs: ['@chatferry/contract'] },
  'packages/runner-up': { name: '@chatferry/runner-up', layer: 3, needs: [] },
};

const files = {
  'packages/runner/src/down.ts': `export * from '@chatferry/client';`,
  'packages/runner/src/own-file.ts': `export * from './down.ts';`,
  'packages/runner/src/builtin.ts': `export { join } from 'node:path';`,
  'packages/runner/src/sideways.ts': `export * from '@chatferry/runner-up';`,
  'packages/runner/src/by-path.ts': `export * from '../../client/src/index.ts';`,
  'packages/runner/src/forbidden.ts': `export * from 'undici';`,
  'packages/runner/src/undeclared.ts': `export * from '@chatferry/planner';`,
  'packages/runner/src/late.ts': `export const late = () => import('@chatferry/planner');`,
  'packages/runner/src/circle-one.ts': `import type { Two } from './circle-two.ts'; export type One = Two[];`,
  'packages/runner/src/circle-two.ts': `import type { One } from './circle-one.ts'; export type Two = One[];`,
  'packages/contract/src/upward.ts': `import '@chatferry/client';`,
  'packages/contract/src/forbidden.ts': `import { readFileSync } from 'node:fs'; readFileSync('a');`,
  'packages/client/src/index.ts': `export const client = 1;`,
  'packages/planner/src/compile.ts': `export * from './writing/writer.ts';`,
  'packages/planner/src/storage/set.ts': `export type { Upper } from '../writing/upper.ts';`,
  'packages/planner/src/writing/writer.ts': `export * from '../spool/spool.ts';`,
  'packages/planner/src/writing/upper.ts': `export type Upper = 1;`,
  'packages/planner/src/spool/spool.ts': `export * from '../storage/set.ts';`,
  'packages/planner/src/intake/room-top.ts': `export * from '../compile.ts';`,
  'packages/planner/src/attic/room-unknown.ts': `export * from '../storage/set.ts';`,
  'packages/runner-up/src/attic/undeclared-room.ts': `export * from '../own-file.ts';`,
  'packages/planner/src/storage/circle-one.ts': `import type { Two } from './circle-two.ts'; export type One = Two[];`,
  'packages/planner/src/storage/circle-two.ts': `import type { One } from './circle-one.ts'; export type Two = One[];`,
  'packages/contract/src/circle-three.ts': `import type { Four } from './circle-four.ts'; export type Three = Four[];`,
  'packages/contract/src/circle-four.ts': `import type { Three } from './circle-three.ts'; export type Four = Three[];`,
  'packages/client/src/too-long.ts': '// one line\n'.repeat(251),
  'packages/client/src/long.ts': '// one line\n'.repeat(250),
  'packages/client/src/operations-by-name.ts': '// generated\n'.repeat(3000),
  'packages/client/test/service.test.ts': `import 'vitest';`,
  'packages/client/test/support/rig.ts': `export const rig = 1;`,
  'packages/runner/test/support.test.ts': `export * from '../../client/test/support/rig.ts';`,
  'packages/runner/test/by-path.test.ts': `export * from '../../client/src/index.ts';`,
  'packages/runner/src/by-path-to-support.ts': `export * from '../../client/test/support/rig.ts';`,
  'packages/planner/test/by-path-sideways.test.ts': `export * from '../../client/test/support/rig.ts';`,
  'packages/job/src/folder/folder.ts': `export * from '@chatferry/runner';`,
  'packages/job/src/folder/room-top.ts': `export * from '../sending/send.ts';`,
  'packages/job/src/sending/send.ts': `export * from '../folder/folder.ts';`,
  'packages/job/src/sending/job-to-cli.ts': `export * from 'chatferry';`,
  'packages/job/src/sending/job-process.ts': `export const pid = process.pid;`,
  'packages/job/src/sending/job-console.ts': `console.log('sent');`,
  'packages/job/src/sending/forbidden.ts': `export { pid } from 'node:process';`,
  'packages/cli/src/job.ts': `export * from '@chatferry/job';`,
  'packages/cli/src/pid.ts': `export const pid = process.pid;`,
  'packages/disk/src/upward.ts': `export * from '@chatferry/contract';`,
};

const repository = path.join(import.meta.dirname, '../..');
let workspace: string;
let objections: Map<string, string>;

beforeAll(() => {
  workspace = realpathSync(mkdtempSync(path.join(tmpdir(), 'lint-layers-')));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true });
    writeFileSync(path.join(workspace, name), text);
  };
  write('nx.json', '{}');
  write('.oxlintrc.json', JSON.stringify(config));
  for (const [folder, { name, layer, needs }] of Object.entries(packages))
    write(
      `${folder}/package.json`,
      JSON.stringify({
        name,
        dependencies: Object.fromEntries(needs.map((other) => [other, '1.0.0'])),
        nx: { tags: [`layer:${layer}`] },
      }),
    );
  for (const [name, text] of Object.entries(files)) write(name, text);
  objections = lint();
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

const { overrides } = JSON.parse(readFileSync(path.join(repository, '.oxlintrc.json'), 'utf8')) as {
  overrides: { files: string[]; rules: Record<string, unknown> }[];
};

/** The settings for import cycles and for the length of files. */
const limits = overrides.filter(({ rules }) =>
  ['max-lines', 'import/no-cycle', 'no-restricted-globals'].some((rule) => rule in rules),
);

const config = {
  plugins: ['import'],
  jsPlugins: [path.join(repository, 'tools/lint-layers.mjs')],
  categories: { correctness: 'off' },
  rules: { 'workspace/layers': 'error' },
  overrides: limits,
};

function lint(): Map<string, string> {
  const oxlint = path.join(repository, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [oxlint, '-c', '.oxlintrc.json', '--format', 'json', '.'],
    { cwd: workspace, encoding: 'utf8' },
  );
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string }[];
  };
  return new Map(diagnostics.map(({ filename, message }) => [filename, message]));
}

test.each([
  [
    'packages/contract/src/upward.ts',
    '@chatferry/contract (layer 1) may not import @chatferry/client (layer 2)',
  ],
  [
    'packages/runner/src/sideways.ts',
    '@chatferry/runner (layer 3) may not import @chatferry/runner-up (layer 3)',
  ],
  ['packages/runner/src/by-path.ts', "'../../client/src/index.ts' leaves @chatferry/runner"],
  ['packages/runner/src/forbidden.ts', "@chatferry/runner may not import 'undici'"],
  ['packages/contract/src/forbidden.ts', "@chatferry/contract may not import 'node:fs'"],
  [
    'packages/runner/src/undeclared.ts',
    "'@chatferry/planner' is not a dependency of @chatferry/runner",
  ],
  [
    'packages/planner/src/storage/set.ts',
    "room 'storage' of @chatferry/planner may not import room 'writing'",
  ],
  [
    'packages/planner/src/intake/room-top.ts',
    "room 'intake' of @chatferry/planner may not import a file above the rooms",
  ],
  ['packages/planner/src/attic/room-unknown.ts', "'attic' is not a room of @chatferry/planner"],
  [
    'packages/runner-up/src/attic/undeclared-room.ts',
    "'attic' is not a room of @chatferry/runner-up",
  ],
  ['packages/planner/src/storage/circle-one.ts', 'Dependency cycle detected'],
  ['packages/contract/src/circle-three.ts', 'Dependency cycle detected'],
  ['packages/runner/src/circle-two.ts', 'Dependency cycle detected'],
  ['packages/client/src/too-long.ts', 'too many lines (251)'],
  [
    'packages/job/src/folder/room-top.ts',
    "room 'folder' of @chatferry/job may not import room 'sending'",
  ],
  [
    'packages/job/src/sending/job-to-cli.ts',
    '@chatferry/job (layer 4) may not import chatferry (layer 5)',
  ],
  ['packages/job/src/sending/job-process.ts', "Unexpected use of 'process'"],
  ['packages/job/src/sending/job-console.ts', 'Unexpected console statement'],
  ['packages/job/src/sending/forbidden.ts', "@chatferry/job may not import 'node:process'"],
  [
    'packages/disk/src/upward.ts',
    '@chatferry/disk (layer 0) may not import @chatferry/contract (layer 1)',
  ],
  ['packages/runner/src/late.ts', "'@chatferry/planner' is not a dependency of @chatferry/runner"],
])('%s is refused', (file, objection) => {
  expect(objections.get(file)).toContain(objection);
});

test('imports from lower layers, of own files and of test tools are allowed', () => {
  expect([...objections.keys()].toSorted()).toEqual(
    Object.keys(files)
      .filter((file) =>
        /upward|sideways|by-path|forbidden|undeclared|late|storage.set|room-|circle|too-long|job-(to-cli|process|console)/.test(
          file,
        ),
      )
      .toSorted(),
  );
});

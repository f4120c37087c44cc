import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, firstImport } from '../src/first-import.ts';
import { manifestIn, workspace } from '../src/packing/own-packages.ts';
import { schemas, stagePackage } from '../src/packing/stage-package.ts';
import { startRegistry } from './support/workspace-registry.ts';

let folder: string;
let commands: readonly Ended[];
let registry: Awaited<ReturnType<typeof startRegistry>>;
let env: Readonly<Record<string, string | undefined>>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'chatferry-install-'));
  registry = await startRegistry();
  env = {
    PATH: [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
    HOME: folder,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    npm_config_registry: registry.url,
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_audit: 'false',
    npm_config_prefer_offline: 'true', // What one command has got from the registry, the next one takes from the cache.
    npm_config_update_notifier: 'false',
  };
  for (const published of ['cli', 'job'] as const) {
    await stagePackage(published, path.join(folder, published));
    await run('npm', ['pack', '--pack-destination', folder], {
      cwd: path.join(folder, published),
      env,
    });
  }
  mkdirSync(path.join(folder, 'empty'));
  commands = await firstImport(path.join(folder, TARBALL), path.join(folder, 'empty'), env);
});

afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Not synchronously: the registry is in this process. */
const run = promisify(execFile);

const { version } = manifestIn(path.join(workspace, 'packages/cli'));
const TARBALL = `chatferry-${version}.tgz`;
const LIBRARY = `chatferry-job-${version}.tgz`;

test('from an empty folder and a package file to a verified import, with the installed command alone', () => {
  const [installed, drafted, draft, plan, served, imported, verified, view] = commands;

  expect(installed).toMatchObject({ status: 0 });
  expect(drafted).toMatchObject({ status: 0 });
  expect(drafted!.output).toContain('chatferry.yaml was written.');
  expect(draft).toMatchObject({ status: 0 });
  expect(draft!.output).toMatch(/\n# \d+ tables with .*\n# .*decide.*\n# The first conversations/);
  expect(plan!.output).toMatch(/messages +6,035 +6,005/);
  expect(served!.output).toContain('The local service is ready.');
  expect(imported).toMatchObject({ status: 1 }); // Rows of the quickstart are rejected.
  expect(imported!.output).toMatch(/messages +6,035 = 6,005 created/);
  expect(verified).toMatchObject({ status: 0 });
  expect(view).toMatchObject({ status: 0 });
  expect(view!.output).toMatch(
    /\n# Rehearsal\. Finished\..*\n# 52 rows cannot move.*\n# .* requests? in 1 run\n# No difference/,
  );
});

test('the installation has fewer than 60 packages, and less than 40 MB', () => {
  const modules = path.join(folder, 'empty/prefix/lib/node_modules/chatferry/node_modules');
  const packages = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(modules, name)) : [name],
  );

  expect(existsSync(path.join(folder, 'empty/prefix/share/man/man1/chatferry.1'))).toBe(true);
  expect(packages.length).toBeLessThan(59); // And chatferry.
  expect(sizeOnDisk(path.join(folder, 'empty/prefix'))).toBeLessThan(38e6); // The declarations are 2 MB.
});

test.each([
  [TARBALL, ['LICENSE', 'README.md', 'bin/chatferry.js', ...schemas, 'man/chatferry.1']],
  [LIBRARY, ['LICENSE', 'README.md']],
])('%s contains its code and what belongs to it, and nothing else', async (tarball, others) => {
  const { stdout } = await run('tar', ['-tzf', path.join(folder, tarball)]);
  const files = stdout
    .trim()
    .split('\n')
    .map((each) => each.replace('package/', ''));

  const code = files.filter((each) => /^dist\/js\/[\w.-]+\.js$/.test(each));
  expect(code).toContain('dist/js/index.js');
  expect(files.filter((each) => !code.includes(each)).toSorted()).toEqual(
    [...others, 'package.json'].toSorted(),
  );
});

test('npx starts the command from the package file, and proposes commands that start it again', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(path.join(elsewhere, 'users.csv'), 'uid,name\nada,Ada\n');

  const { stderr } = await run('npx', ['--yes', `../${TARBALL}`, 'plan', 'users.csv'], {
    cwd: elsewhere,
    env,
  });

  expect(stderr).toContain(`Send it with: npx ../${TARBALL} run --app-id ID`);
});

test('the library is installed without the command line, and plans', async () => {
  const project = path.join(folder, 'project');
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{"type":"module"}');
  await run('npm', ['install', `../${LIBRARY}`], { cwd: project, env });
  writeFileSync(
    path.join(project, 'script.js'),
    `import { planRows } from '@chatferry/job';
     const plan = await planRows({ users: [{ uid: 'ada', name: 'Ada' }] }, { job: './job' });
     console.log(plan.kinds.users.planned);`,
  );

  const { stdout } = await run('node', ['script.js'], { cwd: project, env });

  expect(stdout).toBe('1\n');
  expect(readdirSync(path.join(project, 'node_modules'))).not.toContain('yaml');
});

test.each([
  ['postgres', '', ['pg@8', 'pg-cursor@2']],
  ['mysql', '', ['mysql2@3']],
  ['store', '--store=${STORE}', ['pg@8', 'pg-boss@12']],
])('a command that needs %s says how its drivers are installed', (name, store, packages) => {
  const command = path.join(folder, 'empty/prefix/bin/chatferry');
  const query = 'kinds: { users: { query: SELECT 1 } }';
  writeFileSync(path.join(folder, 'c.yaml'), `sources: [{ ${name}: '\${STORE}', ${query} }]\n`);
  const args = store === '' ? ['plan', '--config', 'c.yaml'] : ['status', store];

  const { status, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    env: { STORE: `${name === 'mysql' ? 'mysql' : 'postgres'}://127.0.0.1/legacy` },
    encoding: 'utf8',
  });

  expect(stderr).toContain(`npm install ${packages.join(' ')}, with --global if chatferry was`);
  expect(status).toBe(2);
  const { peerDependencies } = manifestIn(path.join(folder, 'cli'));
  for (const each of packages) {
    const [driver, major] = each.split('@');
    expect(peerDependencies![driver!]).toMatch(new RegExp(String.raw`^\^${major}\.`));
  }
});

/** The Node of the machine, if it is too old. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return /^v(1\d|2[0-3])\./.test(stdout ?? '');
});

test.skipIf(oldNode === undefined)('an older Node is told what is missing', () => {
  const command = path.join(folder, 'empty/prefix/bin/chatferry');

  const { status, stderr } = spawnSync(oldNode!, [command, 'plan'], { encoding: 'utf8' });

  expect(stderr).toMatch(
    /^chatferry needs Node 24\.11 or newer, and this is Node \d+\..*nodejs\.org/,
  );
  expect(status).toBe(2);
});

/** In bytes, with the blocks that files occupy. */
function sizeOnDisk(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(path.join(directory, name)).blocks * 512,
    0,
  );
}

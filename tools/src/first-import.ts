// The way of a newcomer, with the installed command alone: from an empty folder and a package file to a verified import of the quickstart.
//
//   npm run tarballs && npm run first-import -- tarballs/chatferry-0.1.0.tgz
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { makeQuickstart } from './make-quickstart.ts';
import type { ServiceTarget } from './processes/service-process.ts';

/** A command that has ended. */
export interface Ended {
  readonly command: string;
  readonly status: number;
  readonly output: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Installs the command from a package file into `folder`, which is empty, and migrates the quickstart with it.
 *
 * @param env the environment of npm, such as the registry that has the packages of others
 * @returns the commands in their order: the installation, init, view of the draft, plan, import, verify, view of the job
 */
export async function firstImport(
  tarball: string,
  folder: string,
  env: Environment,
): Promise<Ended[]> {
  const prefix = path.join(folder, 'prefix');
  mkdirSync(prefix);
  const installed = await ended(folder, env, 'npm', [
    'install',
    '--global',
    '--prefix',
    prefix,
    '--no-audit',
    '--no-fund',
    path.resolve(tarball),
  ]);
  makeQuickstart(path.join(folder, 'export'), new Date());
  // Of this workspace, nothing is found any more.
  const folders = [path.join(prefix, 'bin'), path.dirname(process.execPath), '/usr/bin', '/bin'];
  const { NODE_COMPILE_CACHE } = env;
  const own = { HOME: folder, PATH: folders.join(path.delimiter), NODE_COMPILE_CACHE };
  const serving = spawn('chatferry', ['serve', '--json', '--port=0', '--db=:memory:', UNLIMITED], {
    cwd: folder,
    env: own,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(serving.stdout), 'line')) as [string];
    const { appId, baseUrl, apiKey } = JSON.parse(line) as ServiceTarget;
    const target = [`--app-id=${appId}`, `--base-url=${baseUrl}`, UNLIMITED];
    const chatferry = (...args: string[]): Promise<Ended> =>
      ended(folder, { ...own, CHATFERRY_API_KEY: apiKey }, 'chatferry', args);
    return [
      installed,
      await chatferry('init', 'export'),
      await viewed(folder, own, ['', 'decisions', 'conversations']),
      await chatferry('plan'),
      await chatferry('import', '--max-rejects=1%', '--yes', ...target),
      await chatferry('verify', ...target),
      await viewed(folder, own, ['', 'problems', 'requests', 'differences']),
    ];
  } finally {
    serving.kill();
  }
}

const UNLIMITED = '--requests-per-minute=unlimited';

/** Opens pages of `chatferry view`, and ends it with Ctrl-C. Its output has the heads of the pages. */
async function viewed(cwd: string, env: Environment, pages: readonly string[]): Promise<Ended> {
  const child = spawn('chatferry', ['view', '--quiet'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const heads: string[] = [];
  for (const page of pages) {
    const source = await (await fetch(new URL(page, url))).text();
    heads.push(/<h1[^>]*>([^<]*)<\/h1>/.exec(source)?.[1] ?? 'no page');
  }
  child.kill('SIGINT');
  const [status] = (await once(child, 'exit')) as [number | null];
  return { command: 'chatferry view', status: status ?? -1, output: heads.join('\n') };
}

function ended(cwd: string, env: Environment, program: string, args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env }, (_error, stdout, stderr) =>
      resolve({
        command: [program, ...args].join(' '),
        status: child.exitCode ?? -1,
        output: stdout + stderr,
      }),
    );
  });
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-first-import-'));
  const began = performance.now();
  try {
    for (const { command, status, output } of await firstImport(
      positionals[0]!,
      folder,
      process.env,
    ))
      console.log(`── ${command}\n${output.trimEnd()}\nStatus ${status}.\n`);
    const minutes = (performance.now() - began) / 60_000;
    const { size } = statSync(path.join(folder, 'chatferry-job/report.html'));
    console.log(
      `From the package file to report.html (${size} bytes) in ${minutes.toFixed(1)} minutes.`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

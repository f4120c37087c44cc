// From an empty folder and a package file to a verified import of the quickstart, with the installed command alone.
//
//   npm run tarballs && npm run first-import -- tarballs/chatferry-0.1.0.tgz
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
 * @returns the commands in their order: the installation, plan, import, verify
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
  const own = { HOME: folder, PATH: folders.join(path.delimiter) };
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
      await chatferry('plan', 'export'),
      await chatferry('import', 'export', '--max-rejects=1%', '--yes', ...target),
      await chatferry('verify', ...target),
    ];
  } finally {
    serving.kill();
  }
}

const UNLIMITED = '--requests-per-minute=unlimited';

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
  try {
    for (const { command, status, output } of await firstImport(
      positionals[0]!,
      folder,
      process.env,
    ))
      console.log(`── ${command}\n${output}Status ${status}.\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

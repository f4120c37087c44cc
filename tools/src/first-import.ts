// The first steps of a new user, with nothing but the installed command: from an empty folder and a package file to a verified
// import of the quickstart.
//
//   npm run tarballs && npm run first-import -- tarballs/chatferry-0.1.0.tgz
//
//   --record  writes the commands and their output into tools/site/recording.txt, for the first page of the documentation
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { makeQuickstart } from './make-quickstart.ts';

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
 * @param env the environment of npm, such as the registry with the third-party packages
 * @returns the commands in order: the installation, init, view of the draft, plan, serve, import, verify, view of the job
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
  if (installed.status !== 0) throw new Error(installed.output);
  makeQuickstart(path.join(folder, 'export'), new Date());
  // Hides the programs of this workspace.
  const folders = [path.join(prefix, 'bin'), path.dirname(process.execPath), '/usr/bin', '/bin'];
  const { NODE_COMPILE_CACHE } = env;
  const own = { HOME: folder, PATH: folders.join(path.delimiter), NODE_COMPILE_CACHE };
  const chatferry = (args: readonly string[], more: Environment = {}): Promise<Ended> =>
    ended(folder, { ...own, ...more }, 'chatferry', args);
  const drafted = await chatferry(['init', 'export']);
  const draft = await viewed(folder, own, ['', 'decisions', 'conversations']);
  const plan = await chatferry(['plan']);
  await using service = await served(folder, own);
  const target = ['--app-id', service.appId, '--base-url', service.baseUrl, ...UNLIMITED];
  const key = { CHATFERRY_API_KEY: service.apiKey };
  return [
    installed,
    drafted,
    draft,
    plan,
    service.ended,
    await chatferry(['import', '--max-rejects', '1%', '--yes', ...target], key),
    await chatferry(['verify', ...target], key),
    await viewed(folder, own, ['', 'problems', 'requests', 'differences']),
  ];
}

const UNLIMITED = ['--requests-per-minute', 'unlimited'];

interface Served extends AsyncDisposable {
  readonly appId: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The command, with its output until it was ready. */
  readonly ended: Ended;
}

/** Starts the local service. Disposing the result ends the service. */
async function served(cwd: string, env: Environment): Promise<Served> {
  const args = ['serve', '--port', '0', '--db', ':memory:', ...UNLIMITED];
  const child = spawn('chatferry', args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith('Ctrl-C')) break;
  }
  const output = lines.join('\n');
  const found = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? '';
  return {
    appId: found(/app id +(\S+)/),
    baseUrl: found(/chat +(http\S+)/),
    apiKey: found(/CHATFERRY_API_KEY=(\S+)/),
    ended: { command: `chatferry serve ${UNLIMITED.join(' ')}`, status: 0, output },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exit;
    },
  };
}

/** Opens pages of `chatferry view`, then ends the server with Ctrl-C. @returns the printed address, and the page headings as comments */
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
    heads.push(`# ${/<h1[^>]*>([^<]*)<\/h1>/.exec(source)?.[1] ?? 'no page'}`);
  }
  child.kill('SIGINT');
  const [status] = (await once(child, 'exit')) as [number | null];
  return { command: 'chatferry view', status: status ?? -1, output: [url, ...heads].join('\n') };
}

function ended(
  cwd: string,
  env: Environment,
  program: string,
  args: readonly string[],
): Promise<Ended> {
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

/** The commands as an operator types them and their output, without keys, folders and ports of this machine. */
export function recordingOf(commands: readonly Ended[], folder: string): string {
  const text = commands
    .map(({ command, output }) => `$ ${command}\n${output.trimEnd()}\n`)
    .join('\n');
  const service = /chat +(http:\/\/127\.0\.0\.1:\d+)/.exec(text)?.[1] ?? '';
  return text
    .replaceAll(/npm install .*?([^/\s]+\.tgz)/g, 'npm install --global ./$1')
    .replaceAll(service, 'http://127.0.0.1:8787')
    .replaceAll(/^http:\/\/127\.0\.0\.1:\d+\/\S+/gm, 'http://127.0.0.1:41207/…/')
    .replaceAll(/(key +|secret |API_KEY=)[0-9a-f]{16,}/g, '$1…')
    .replaceAll(`${folder}/`, '')
    .replaceAll(':memory:', 'chatferry-service.sqlite');
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { record: { type: 'boolean', default: false } },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-first-import-'));
  const began = performance.now();
  try {
    const commands = await firstImport(positionals[0]!, folder, process.env);
    const minutes = (performance.now() - began) / 60_000;
    for (const { command, status, output } of commands)
      console.log(`── ${command}\n${output.trimEnd()}\nStatus ${status}.\n`);
    const { size } = statSync(path.join(folder, 'chatferry-job/report.html'));
    console.log(
      `From the package file to report.html (${size} bytes) in ${minutes.toFixed(1)} minutes.`,
    );
    if (values.record)
      writeFileSync(
        path.join(import.meta.dirname, '../site/recording.txt'),
        recordingOf(commands, folder),
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

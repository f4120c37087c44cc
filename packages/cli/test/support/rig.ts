import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '@chatferry/local-service';
import { chatferry } from '../../src/chatferry.ts';
import { commands } from '../../src/commands.ts';
import type { Io } from '@chatferry/output/terms/io';
import { checkPlurals } from './check-plurals.ts';
import { checkResults } from './check-results.ts';

/** The result of a command. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Given {
  readonly env?: Record<string, string>;
  readonly stdin?: string | Buffer;
  readonly screen?: Io['screen'];
  readonly ask?: Io['ask'];
  readonly onInterrupt?: Io['onInterrupt'];
  /** Whether the command gets no `--job`, because the configuration names the job folder. */
  readonly isJobConfigured?: boolean;
}

const takesNoJob = new Set([
  'serve',
  'init',
  'export',
  'store',
  'submit',
  'worker',
  'cancel',
  'completion',
  'man',
  'version',
  '--help',
  '--version',
  'help',
  '',
]);

/** A folder of its own with an export in it, and a local service. */
export class Rig implements AsyncDisposable {
  readonly folder: string = mkdtempSync(path.join(tmpdir(), 'chatferry-cli-'));
  readonly service: LocalService;

  constructor(service: LocalService) {
    this.service = service;
  }

  get job(): string {
    return path.join(this.folder, 'job');
  }

  get export(): string {
    return path.join(this.folder, 'export');
  }

  /** The options that send to the rig's service, as fast as it goes. */
  get target(): string[] {
    return [
      `--app-id=${this.service.appId}`,
      `--base-url=${this.service.baseUrl}`,
      '--requests-per-minute=unlimited',
    ];
  }

  write(name: string, content: string | Uint8Array): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, content);
    return file;
  }

  inJob(name: string): string {
    return readFileSync(path.join(this.job, name), 'utf8');
  }

  hasInJob(name: string): boolean {
    return existsSync(path.join(this.job, name));
  }

  /** Runs a command in this process, on the rig's job folder. What it prints with --json has to be as the schema of results describes. */
  async cli(args: readonly string[], given: Given = {}): Promise<Ended> {
    const out: string[] = [];
    const err: string[] = [];
    const job = given.isJobConfigured === true ? [] : this.#jobOption(args);
    const status = await chatferry([...args, ...job], {
      out: (line) => out.push(line),
      err: (line) => err.push(line),
      stdin: Readable.from(given.stdin === undefined ? [] : [Buffer.from(given.stdin)]),
      env: { CHATFERRY_API_KEY: this.service.apiKey, PATH: linked, ...given.env },
      screen: given.screen,
      ask: given.ask,
      onInterrupt: given.onInterrupt ?? (() => () => {}),
    });
    const printed = out.join('\n');
    checkPlurals([...out, ...err]);
    const [name = ''] = args;
    if (args.includes('--json') && Object.hasOwn(commands, name)) checkResults(name, printed);
    return { status, out: printed, err: err.join('\n') };
  }

  /** Starts a command as a process of its own. */
  spawn(args: readonly string[], env: Record<string, string> = {}): RunningCommand {
    return new RunningCommand([...args, ...this.#jobOption(args)], {
      CHATFERRY_API_KEY: this.service.apiKey,
      ...env,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.close();
    rmSync(this.folder, { recursive: true });
  }

  #jobOption([command = '', ...rest]: readonly string[]): string[] {
    return takesNoJob.has(command) || rest.some((arg) => arg.startsWith('--job'))
      ? []
      : [`--job=${this.job}`];
  }
}

export async function startRig(options: LocalServiceOptions = {}): Promise<Rig> {
  return new Rig(await startLocalService({ importRequestsPerMinute: 'unlimited', ...options }));
}

/** The bundle that `vitest.command.ts` has made of the sources. */
const main = process.env['CHATFERRY_TEST_COMMAND']!;

/** Where npm links the command in a clone: a shell with this folder on its PATH knows it as `chatferry`. */
const linked = path.join(import.meta.dirname, '../../../../node_modules/.bin');

/** A command line tool that is running. */
export class RunningCommand implements Disposable {
  readonly child: ChildProcess;
  #out = '';
  #err = '';

  constructor(args: readonly string[], env: Record<string, string>) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    this.child = spawn(process.execPath, [main, ...args], {
      env: { PATH, NODE_COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout!.on('data', (data) => (this.#out += data));
    this.child.stderr!.on('data', (data) => (this.#err += data));
  }

  get out(): string {
    return this.#out;
  }

  get err(): string {
    return this.#err;
  }

  /** Resolves once the condition holds; fails when the process ends before. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.child.exitCode !== null)
        throw new Error(`ended with ${this.child.exitCode}:\n${this.#out}\n${this.#err}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Ends the process if it has not ended. */
  [Symbol.dispose](): void {
    this.child.kill('SIGKILL');
  }

  async ended(): Promise<Ended> {
    if (this.child.exitCode === null && this.child.signalCode === null)
      await once(this.child, 'close');
    return { status: this.child.exitCode, out: this.#out, err: this.#err };
  }
}

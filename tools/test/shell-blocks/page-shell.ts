import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type FaultRule,
  freePort,
  type LocalService,
  startLocalService,
} from '@chatferry/local-service';
import { chatferry } from '../../src/processes/chatferry.ts';
import { filesToSave, root } from './markdown.ts';
import { writeInputs } from './write-inputs.ts';

/** The result of a block. */
export interface BlockEnd {
  readonly status: number | null;
  readonly output: string;
}

/** A reader's shell for one page: a scratch folder, the command, and a local service instead of the hosted app. */
export class PageShell implements AsyncDisposable {
  readonly folder: string = mkdtempSync(path.join(tmpdir(), 'page-'));
  readonly #hosted: LocalService;
  readonly #port: number;
  /** The variables that the blocks exported so far. */
  readonly #exported = path.join(this.folder, '.exported');
  #served: { readonly child: ChildProcess; readonly key: string } | undefined;

  constructor(page: string, hosted: LocalService, port: number) {
    this.#hosted = hosted;
    this.#port = port;
    for (const name of ['node_modules', 'samples'])
      symlinkSync(path.join(root, name), path.join(this.folder, name));
    const bin = path.join(root, 'node_modules/.bin');
    // Readers of the README type the command as npm links it. For the other pages, it is one that starts faster.
    const own = path.join(this.folder, '.bin');
    mkdirSync(own);
    const command = `#!/bin/sh\nexec node '${chatferry}' "$@"\n`;
    writeFileSync(path.join(own, 'chatferry'), command, { mode: 0o755 });
    const onPath = `export PATH="${own}:${bin}:$PATH"\n`;
    writeFileSync(this.#exported, page === 'README.md' ? '' : onPath);
  }

  /** Runs a block to its end; one that ends with `serve` continues in the background. */
  async run(block: string): Promise<BlockEnd> {
    return /^chatferry serve\b/m.test(block) ? this.#serve(block) : this.#finish(block);
  }

  async #finish(block: string): Promise<BlockEnd> {
    const child = this.#start(`${block}\nexport -p > .exported`);
    let output = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (data) => (output += data));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, output };
  }

  async #serve(block: string): Promise<BlockEnd> {
    const child = this.#start(block.includes('--port') ? block : `${block} --port ${this.#port}`);
    let output = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (data) => (output += data));
    const ended = once(child, 'close');
    while (!/Ctrl-C/.test(output) && child.exitCode === null)
      await Promise.race([once(child.stdout!, 'data'), ended]);
    const key = /^ {2}key +(\S+)$/m.exec(output)?.[1] ?? '';
    this.#served = { child, key };
    return { status: child.exitCode ?? 0, output };
  }

  #start(block: string): ChildProcess {
    const script = `set -euo pipefail\n. ./.exported\n${this.#withThisMachine(block)}`;
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    return spawn('bash', ['-c', script], {
      cwd: this.folder,
      env: { PATH, NODE_COMPILE_CACHE, HOME: this.folder, TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // so that background processes of a block end with the page
    });
  }

  /** A block with the addresses and keys of this test instead of the reader's. */
  #withThisMachine(block: string): string {
    const app = '--app-id APP --region eu';
    const key = block.includes('local-app') ? (this.#served?.key ?? '') : this.#hosted.apiKey;
    return block
      .replaceAll(app, `${app} --base-url ${this.#hosted.baseUrl}`)
      .replaceAll('CHATFERRY_API_KEY=…', `CHATFERRY_API_KEY=${key}`)
      .replaceAll(/\b(4321|8787)\b/g, String(this.#port));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#served?.child;
    if (child !== undefined && child.exitCode === null) {
      process.kill(-child.pid!, 'SIGINT');
      await once(child, 'close');
    }
    await this.#hosted.close();
    rmSync(this.folder, { recursive: true });
  }
}

export async function openPageShell(
  page: string,
  faults: readonly FaultRule[] = [],
): Promise<PageShell> {
  const hosted = await startLocalService({ appId: 'APP', region: 'eu', faults });
  const shell = new PageShell(page, hosted, await freePort());
  await writeInputs(shell.folder);
  for (const [name, text] of filesToSave(page)) writeFileSync(path.join(shell.folder, name), text);
  return shell;
}

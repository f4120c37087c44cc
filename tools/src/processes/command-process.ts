import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chatferry } from './chatferry.ts';

/** The length of the kept end of the output. The result of a run is a line of some kilobytes, with the counts of each kind. */
const SAID_AT_MOST = 20_000;

/** How a command ended. */
export interface Ending {
  readonly killed: boolean;
  /** The exit status; undefined after a kill. */
  readonly status: number | undefined;
  /** The end of the output. */
  readonly said: string;
}

interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** A module to load before the command. */
  readonly preload?: string | undefined;
  /** Called with each line of results. */
  readonly onLine?: (line: string) => void;
}

/** The command line tool in a process of its own, which the harness can kill. */
export class CommandProcess {
  readonly child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #said = '';

  constructor(args: readonly string[], { env, preload, onLine }: CommandOptions = {}) {
    const loaded = preload === undefined ? [] : ['--import', preload];
    const child = spawn(
      process.execPath,
      ['--conditions=@chatferry/source', ...loaded, chatferry, ...args],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
    );
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        this.#said = (this.#said + text.toString()).slice(-SAID_AT_MOST);
      });
    if (onLine !== undefined) createInterface(child.stdout).on('line', onLine);
    this.child = child;
    this.#closed = once(child, 'close');
  }

  /** Kills the command after some milliseconds, unless it has ended by then. */
  killAfter(ms: number): void {
    const killing = setTimeout(() => this.child.kill('SIGKILL'), ms);
    void this.#closed.then(() => clearTimeout(killing));
  }

  async ended(): Promise<Ending> {
    await this.#closed;
    const { signalCode, exitCode } = this.child;
    return { killed: signalCode === 'SIGKILL', status: exitCode ?? undefined, said: this.#said };
  }
}

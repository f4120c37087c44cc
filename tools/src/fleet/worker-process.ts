import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chatferry } from '../processes/chatferry.ts';

/** The time at the beginning of each printed line. */
const TIME = /^\d\d:\d\d:\d\d /;

/** A worker of the fleet in a process of its own, which the harness can kill. */
export class WorkerProcess {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  /** The shifts that the worker has now. */
  readonly #held = new Set<string>();

  /** @param onLine called with each printed line, including its time */
  constructor(
    name: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    onLine: (line: string) => void = () => {},
  ) {
    this.name = name;
    this.#child = spawn(
      process.execPath,
      ['--conditions=@chatferry/source', chatferry, 'worker', ...args],
      { stdio: ['ignore', 'inherit', 'pipe'], env: { ...process.env, ...env } },
    );
    const endNow = (): void => this.signal('SIGKILL');
    process.on('exit', endNow);
    this.#child.on('exit', () => process.off('exit', endNow));
    createInterface(this.#child.stderr!).on('line', (printed) => {
      const line = printed.replace(TIME, '');
      this.#lines.push(line);
      const [, what, word] = /^(.*, part \d+) (taken|done|given|stopped|lost)/.exec(line) ?? [];
      if (what !== undefined && word === 'taken') this.#held.add(what);
      else if (what !== undefined) this.#held.delete(what);
      onLine(printed);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** All printed lines, without the times. */
  get printed(): readonly string[] {
    return this.#lines;
  }

  /** Names of the shifts that the worker has now. */
  get held(): ReadonlySet<string> {
    return this.#held;
  }

  /** Whether the worker has never taken a shift. */
  get isIdle(): boolean {
    return !this.#lines.some((line) => line.includes(' taken'));
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends the worker like a lost machine. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  /** @returns the exit status; null after a kill */
  async ended(): Promise<number | null> {
    if (this.isRunning) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }
}

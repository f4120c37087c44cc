import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chatferry } from '../processes/chatferry.ts';

/** What a line begins with. */
const TIME = /^\d\d:\d\d:\d\d /;

/** A worker of the fleet in a process of its own, which can be killed. */
export class WorkerProcess {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  /** Shifts that it has at the moment. */
  readonly #held = new Set<string>();

  /** @param onLine called with each line that it prints, with its time */
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

  /** Everything that it has printed, without the times. */
  get printed(): readonly string[] {
    return this.#lines;
  }

  /** Names of the shifts that it has. */
  get held(): ReadonlySet<string> {
    return this.#held;
  }

  /** Whether it has not taken any shift. */
  get isIdle(): boolean {
    return !this.#lines.some((line) => line.includes(' taken'));
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends it as a lost machine does. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  /** @returns its exit status; null: killed */
  async ended(): Promise<number | null> {
    if (this.isRunning) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { chatferry } from '../processes/chatferry.ts';

/** A command whose output is shown on this terminal, and can be waited for. */
export class ShownCommand {
  readonly child: ChildProcess;
  #said = '';

  constructor(args: readonly string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, ['--conditions=@chatferry/source', chatferry, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    process.on('exit', this.#killNow);
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on('data', (text: Buffer) => {
        process.stdout.write(text);
        this.#said += text.toString();
      });
  }

  /** Waits for `count` more lines that match. @throws when the command ends earlier, or prints a line that matches `never` */
  async lines(pattern: RegExp, count: number, never?: RegExp): Promise<void> {
    const matching = (): number => this.#said.match(new RegExp(pattern, 'g'))?.length ?? 0;
    const before = matching();
    while (matching() < before + count) {
      if (this.#hasEnded()) throw new Error(`A command ended by itself:\n${this.#said}`);
      if (never?.test(this.#said) === true) throw new Error(`${never} was printed:\n${this.#said}`);
      await setTimeout(20);
    }
  }

  /** @returns whether the kill came before the command ended by itself */
  async kill(): Promise<boolean> {
    this.child.kill('SIGKILL');
    await this.ended();
    return this.child.signalCode === 'SIGKILL';
  }

  async ended(): Promise<{ readonly status: number | null; readonly said: string }> {
    if (!this.#hasEnded()) await once(this.child, 'close');
    process.off('exit', this.#killNow);
    return { status: this.child.exitCode, said: this.#said };
  }

  #hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  readonly #killNow = (): void => {
    this.child.kill('SIGKILL');
  };
}

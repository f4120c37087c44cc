import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Poll interval of both sides for the file of the other side. */
const POLL_MS = 20;

/** A line for `sh` that waits until this process has done its work, like an operator's command that closes a forum. */
export class AnsweredCommand implements Disposable {
  readonly line: string;
  readonly #asked: string;
  readonly #done: string;
  #isEnded = false;

  /** @param work done once, when the line runs for the first time */
  constructor(folder: string, name: string, work: () => Promise<unknown>) {
    this.#asked = path.join(folder, `${name}.asked`);
    this.#done = path.join(folder, `${name}.done`);
    this.line = `touch '${this.#asked}' && until test -e '${this.#done}'; do sleep 0.02; done`;
    void this.#answer(work);
  }

  async #answer(work: () => Promise<unknown>): Promise<void> {
    while (!this.#isEnded) {
      if (existsSync(this.#asked)) {
        await work();
        return writeFileSync(this.#done, '');
      }
      await setTimeout(POLL_MS);
    }
  }

  [Symbol.dispose](): void {
    this.#isEnded = true;
  }
}

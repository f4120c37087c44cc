import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../..');

/** The sources of an earlier commit in a folder of their own, with their dependencies. Removed on dispose. */
export class EarlierCheckout implements Disposable {
  readonly #folder: string;

  /**
   * Installs the packages of the commit, which takes half a minute.
   *
   * @param commit any name of the commit, such as a hash
   * @param folder must not exist yet
   */
  constructor(commit: string, folder: string) {
    this.#folder = folder;
    git('worktree', 'add', '--detach', '--force', folder, commit);
    execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder });
  }

  /** The entry point of the commit's command line tool. */
  get command(): string {
    return path.join(this.#folder, 'packages/cli/src/main.ts');
  }

  [Symbol.dispose](): void {
    git('worktree', 'remove', '--force', this.#folder);
  }
}

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
}

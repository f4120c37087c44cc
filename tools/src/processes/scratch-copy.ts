import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The entries of `node_modules` that are links to workspace packages. In the copy they lead into the copy. */
const OWN_PACKAGES = ['@chatferry', 'chatferry'];

/**
 * A copy of the working tree for code changes. Installed packages are linked, not copied. Removed on dispose.
 */
export class ScratchCopy implements Disposable {
  readonly root: string = mkdtempSync(path.join(tmpdir(), 'chatferry-copy-'));

  /** @param from the root of the repository */
  constructor(from: string) {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const files = execFileSync('git', list, { cwd: from, encoding: 'utf8' }).split('\0');
    for (const file of files) {
      const isLink = lstatSync(path.join(from, file), { throwIfNoEntry: false })?.isSymbolicLink();
      if (file === '' || isLink !== false) continue;
      mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
      copyFileSync(path.join(from, file), path.join(this.root, file));
    }
    this.#linkInstalled(from);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  #linkInstalled(from: string): void {
    // A package may have its own version of a dependency.
    for (const name of readdirSync(path.join(from, 'packages'))) {
      const own = path.join('packages', name, 'node_modules');
      if (existsSync(path.join(from, own)) && existsSync(path.join(this.root, 'packages', name)))
        symlinkSync(path.join(from, own), path.join(this.root, own));
    }
    const installed = path.join(from, 'node_modules');
    const here = path.join(this.root, 'node_modules');
    mkdirSync(here);
    for (const name of readdirSync(installed))
      if (!OWN_PACKAGES.includes(name))
        symlinkSync(path.join(installed, name), path.join(here, name));
    mkdirSync(path.join(here, '@chatferry'));
    symlinkSync('../packages/cli', path.join(here, 'chatferry'));
    for (const folder of ['samples', 'tools', ...this.#packages()])
      symlinkSync(path.join('../..', folder), path.join(here, '@chatferry', path.basename(folder)));
  }

  #packages(): string[] {
    return readdirSync(path.join(this.root, 'packages'))
      .filter((name) => name !== 'cli')
      .map((name) => path.join('packages', name));
  }
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** EXT4_IOC_SHUTDOWN with the flag that drops unsynchronised data: the file system ends as in a power cut. */
const CUT =
  'open(F, "<", $ARGV[0]) or die; my $flag = pack("L", 2); ioctl(F, 0x8004587D, $flag) or die "$!"';

/** A file system in an image file. It can end as in a power cut. */
export class CutDisk implements Disposable {
  readonly root: string;
  readonly #image: string;

  /** @throws {Error} if no loop device can be mounted */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#image = path.join(folder, 'disk.img');
    this.root = path.join(folder, 'disk');
    mkdirSync(this.root, { recursive: true });
    run('truncate', '-s', '128M', this.#image);
    run('mkfs.ext4', '-q', '-F', this.#image);
    this.plugIn();
  }

  cut(): void {
    run('perl', '-e', CUT, this.root);
  }

  plugIn(): void {
    run('mount', '-o', 'loop', this.#image, this.root);
  }

  unplug(): void {
    run('umount', this.root);
  }

  [Symbol.dispose](): void {
    spawnSync('umount', ['--lazy', this.root]); // A process that is still running may have files open.
    rmSync(this.#image, { force: true });
    if (existsSync(this.root)) rmSync(this.root, { recursive: true });
  }
}

function run(command: string, ...args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
}

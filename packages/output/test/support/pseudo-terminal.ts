import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What is used of a terminal that runs in the process. */
interface Emulator {
  readonly buffer: {
    readonly active: {
      readonly length: number;
      /** The first row that is not above the screen. */
      readonly baseY: number;
      readonly getLine: (row: number) => { translateToString: (trim: boolean) => string };
    };
  };
  readonly resize: (columns: number, rows: number) => void;
  readonly write: (text: Uint8Array, done: () => void) => void;
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Whether this machine can give a command a terminal. */
export const hasTerminal: boolean = existsSync('/usr/bin/script');

const require = createRequire(import.meta.url);
const { Terminal } = require('@xterm/headless') as {
  Terminal: new (options: object) => Emulator;
};

/** A command in a real pseudo-terminal, whose output is read back as a person sees it. */
export class PseudoTerminal implements Disposable {
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'chatferry-terminal-'));
  readonly #emulator: Emulator;
  readonly #ended: Promise<void>;
  /** The end of what was read. */
  #read = '';
  #marks = 0;
  #mark: { readonly text: string; readonly size: Size; readonly resolve: () => void } | undefined;

  constructor(
    command: readonly string[],
    { columns, rows }: Size,
    env: Record<string, string> = {},
  ) {
    const quoted = command.map((each) => `'${each}'`).join(' ');
    const name = path.join(this.#folder, 'tty');
    const shell = `stty cols ${columns} rows ${rows}; tty > ${name}; exec ${quoted}`;
    this.#emulator = new Terminal({
      cols: columns,
      rows,
      scrollback: 1000,
      allowProposedApi: true,
    });
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    this.#child = spawn('script', ['-qfec', shell, '/dev/null'], {
      env: { PATH, NODE_COMPILE_CACHE, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout!.on('data', (data: Uint8Array) => this.#shown(data));
    this.#ended = new Promise((resolve) => this.#child.on('close', () => resolve()));
  }

  /** All lines that were printed, without empty ones. */
  get lines(): string[] {
    return this.#linesFrom(0);
  }

  /** The lines that are in view. What a terminal scrolls out of view when it becomes narrower, no program can redraw. */
  get inView(): string[] {
    return this.#linesFrom(this.#emulator.buffer.active.baseY);
  }

  /** The exit status of the command; null until it has ended. */
  get status(): number | null {
    return this.#child.exitCode;
  }

  /**
   * Gives the terminal another size; the command gets a signal about that. What the command has drawn for the old size is shown at the old
   * size: no program can take back what is drawn for one size and shown at another.
   */
  async resize(size: Size): Promise<void> {
    const name = readFileSync(path.join(this.#folder, 'tty'), 'utf8').trim();
    const isShown = new Promise<void>((resolve) => {
      this.#mark = { text: `\u001B]7777;${++this.#marks}\u0007`, size, resolve };
    });
    // A command that terminals ignore, in between what is drawn for each of the sizes.
    const mark = String.raw`printf '\033]7777;${this.#marks}\007'`;
    const { columns, rows } = size;
    execFileSync('sh', ['-c', `${mark} > ${name}; stty -F ${name} cols ${columns} rows ${rows}`]);
    await isShown;
  }

  #shown(data: Uint8Array): void {
    const before = this.#read.slice(-40);
    this.#read = `${before}${Buffer.from(data).toString('latin1')}`;
    const mark = this.#mark;
    const at = mark === undefined ? -1 : this.#read.indexOf(mark.text);
    if (mark === undefined || at < 0) {
      this.#emulator.write(data, () => {});
      return;
    }
    this.#mark = undefined;
    const end = at + mark.text.length - before.length;
    this.#emulator.write(data.subarray(0, end), () => {
      this.#emulator.resize(mark.size.columns, mark.size.rows);
      mark.resolve();
    });
    this.#emulator.write(data.subarray(end), () => {});
  }

  /** Types keys, such as `\u0003` for Ctrl-C. */
  type(keys: string): void {
    this.#child.stdin!.write(keys);
  }

  /** Resolves with the lines in view once they are as wanted; fails when the command ends before. */
  async until(isShown: (lines: readonly string[]) => boolean): Promise<string[]> {
    while (!isShown(this.inView)) {
      if (this.#child.exitCode !== null) {
        await this.ended();
        if (isShown(this.inView)) break;
        throw new Error(`ended with ${this.#child.exitCode}:\n${this.lines.join('\n')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this.inView;
  }

  /** The lines in the terminal when the command has ended. */
  async ended(): Promise<string[]> {
    await this.#ended;
    await new Promise<void>((resolve) => this.#emulator.write(new Uint8Array(), resolve));
    return this.lines;
  }

  #linesFrom(first: number): string[] {
    const { active } = this.#emulator.buffer;
    return Array.from({ length: active.length - first }, (_, row) =>
      active.getLine(first + row).translateToString(true),
    ).filter((line) => line !== '');
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

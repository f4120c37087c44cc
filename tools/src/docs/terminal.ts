import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { escapeHtml } from './layout.ts';

interface Cell {
  readonly getChars: () => string;
  readonly getWidth: () => number;
  /** The colour's number in the palette; 0 without a colour. */
  readonly getFgColor: () => number;
  readonly isFgDefault: () => boolean;
}

interface Line {
  readonly length: number;
  readonly getCell: (column: number) => Cell | undefined;
  readonly translateToString: (trim: boolean) => string;
}

/** The used part of the terminal emulator, which runs in this process. */
interface Emulator {
  readonly rows: number;
  readonly buffer: {
    readonly active: {
      readonly baseY: number;
      readonly getLine: (row: number) => Line | undefined;
    };
  };
  readonly resize: (columns: number, rows: number) => void;
  readonly write: (text: Uint8Array) => void;
}

const require = createRequire(import.meta.url);
const { Terminal: Headless } = require('@xterm/headless') as {
  Terminal: new (options: object) => Emulator;
};

const ROWS = 24;

/** A command in a real pseudo-terminal, with the screen as a person sees it. */
export class Terminal implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'chatferry-terminal-'));
  readonly #emulator: Emulator;

  constructor(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv, columns: number) {
    this.#emulator = new Headless({ cols: columns, rows: ROWS, allowProposedApi: true });
    const quoted = command.map((each) => `'${each}'`).join(' ');
    const shell = `stty cols ${columns} rows ${ROWS}; tty > ${this.#tty}; exec ${quoted}`;
    const { CI: _ci, NO_COLOR: _none, ...others } = process.env;
    this.#child = spawn('script', ['-qfec', shell, '/dev/null'], {
      cwd,
      env: { ...others, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout!.on('data', (data: Uint8Array) => this.#emulator.write(data));
    this.#ended = new Promise((resolve) => this.#child.on('close', () => resolve()));
  }

  get #tty(): string {
    return path.join(this.#folder, 'tty');
  }

  /** The visible lines that are not empty. */
  get lines(): string[] {
    return this.#rows.map((line) => line.translateToString(true)).filter((line) => line !== '');
  }

  /** The visible lines as HTML, from the last line that `isFirst` accepts. Colours are classes. */
  htmlFrom(isFirst: (line: string) => boolean): string {
    const rows = this.#rows.filter((line) => line.translateToString(true) !== '');
    const first = rows.findLastIndex((line) => isFirst(line.translateToString(true)));
    return rows.slice(Math.max(first, 0)).map(htmlOf).join('\n');
  }

  get #rows(): Line[] {
    const { baseY, getLine } = this.#emulator.buffer.active;
    const { active } = this.#emulator.buffer;
    return Array.from({ length: this.#emulator.rows }, (_, row) =>
      getLine.call(active, baseY + row),
    ).filter((line) => line !== undefined);
  }

  resize(columns: number): void {
    const name = readFileSync(this.#tty, 'utf8').trim();
    execFileSync('stty', ['-F', name, 'cols', String(columns), 'rows', String(ROWS)]);
    this.#emulator.resize(columns, ROWS);
  }

  type(keys: string): void {
    this.#child.stdin!.write(keys);
  }

  /** @throws {Error} when the command ends before `isShown` is true */
  async until(isShown: (lines: readonly string[]) => boolean): Promise<void> {
    while (!isShown(this.lines)) {
      if (this.#child.exitCode !== null) throw new Error(`It ended:\n${this.lines.join('\n')}`);
      await sleep(20);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.type('\u0003');
    await this.#ended;
    rmSync(this.#folder, { recursive: true });
  }
}

function htmlOf(line: Line): string {
  let html = '';
  let colour = 0;
  const end = line.translateToString(true).length;
  for (let column = 0; column < end; column++) {
    const cell = line.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const own = cell.isFgDefault() ? 0 : cell.getFgColor();
    if (own !== colour)
      html += `${colour === 0 ? '' : '</b>'}${own === 0 ? '' : `<b class="c${own}">`}`;
    colour = own;
    html += escapeHtml(cell.getChars() || ' ');
  }
  return colour === 0 ? html : `${html}</b>`;
}

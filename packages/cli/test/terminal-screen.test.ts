import { expect, test } from 'vitest';
import { cutToWidth } from '../src/printing/text-width.ts';
import { terminalScreen } from '../src/printing/terminal-screen.ts';

/** A terminal that understands what a screen writes: text, cursor up, first column, erase below. */
class Terminal {
  columns: number;
  rows = 10;
  lines = [''];
  #row = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  cork(): void {}
  uncork(): void {}

  write(text: string): boolean {
    // oxlint-disable-next-line no-control-regex -- the sequences of a terminal
    for (const [, count, command, plain] of text.matchAll(/\u001b\[(\d*)([AGJ])|([^\u001b]+)/g)) {
      if (command === 'A') this.#row = Math.max(0, this.#row - Number(count));
      else if (command === 'J') this.lines.splice(this.#row, Infinity, '');
      else if (plain !== undefined)
        for (const part of plain.match(/\n|[^\n]+/g)!) this.#print(part);
    }
    return true;
  }

  /** The columns are fewer now: lines that are longer take several rows. */
  narrow(columns: number): void {
    this.columns = columns;
    this.lines = this.lines.flatMap((line) => this.#wrapped(line));
    this.#row = this.lines.length - 1;
  }

  #wrapped(line: string): string[] {
    return line.match(new RegExp(`.{1,${this.columns}}`, 'gu')) ?? [''];
  }

  #print(part: string): void {
    if (part !== '\n') {
      const rows = this.#wrapped(part);
      this.lines.splice(this.#row, 1, ...rows);
      this.#row += rows.length - 1;
    } else if (++this.#row === this.lines.length) this.lines.push('');
  }
}

test('a drawing replaces the last one, also after the terminal became narrower', () => {
  const terminal = new Terminal(20);
  const screen = terminalScreen(terminal as never);

  terminal.write('before\n');
  screen.draw('users 1 of 2\nquota 60');
  screen.draw('users 2 of 2');
  screen.draw(`${'x'.repeat(20)}\ny`);
  terminal.narrow(8);
  screen.draw('users');
  expect(terminal.lines).toEqual(['before', 'users', '']);

  screen.clear();
  terminal.write('note\n');
  screen.draw('groups');
  screen.done();
  terminal.write('after\n');
  expect(terminal.lines).toEqual(['before', 'note', 'groups', 'after', '']);
});

test('of a drawing that is taller than the terminal, the last lines are drawn', () => {
  const terminal = new Terminal(20);
  const screen = terminalScreen(terminal as never);

  screen.draw(Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\n'));

  expect(terminal.lines).toEqual([...Array.from({ length: 9 }, (_, at) => `line ${at + 3}`), '']);
});

test.each([
  ['short', 10, 'short'],
  ['exactly 10', 10, 'exactly 10'],
  ['longer than it', 10, 'longer th…'],
  ['日本語のとき', 6, '日本…'],
  ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5, '👩‍👩‍👧👩‍👩‍👧…'],
])('%s fits %i columns', (line, columns, expected) => {
  expect(cutToWidth(line, columns)).toBe(expected);
});

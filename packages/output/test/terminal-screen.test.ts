import { expect, test } from 'vitest';
import { dressOf } from '../src/screens/dress.ts';
import { terminalScreen } from '../src/screens/terminal-screen.ts';
import { cutToWidth } from '../src/screens/text-width.ts';

// oxlint-disable-next-line no-control-regex -- the sequences of a terminal
const SEQUENCES = /\u001b\[\??(\d*)([AJhl])|([^\u001b]+)/g;

/** A terminal that understands what a screen writes: text, cursor up, first column, erase below. */
class Terminal {
  columns: number;
  rows = 10;
  lines = [''];
  #row = 0;

  getWindowSize(): [number, number] {
    return [this.columns, this.rows];
  }

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): boolean {
    for (const [, count, command, plain] of text.matchAll(SEQUENCES)) {
      if (command === 'A') this.#row = Math.max(0, this.#row - Number(count));
      else if (command === 'J') this.lines.splice(this.#row, Infinity, '');
      else if (plain !== undefined)
        for (const part of plain.replaceAll('\r', '').match(/\n|[^\n]+/g) ?? []) this.#print(part);
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

const plain = { isAscii: false, hasColours: false };

test('a drawing replaces the last one, also after the terminal became narrower', () => {
  const terminal = new Terminal(20);
  const screen = terminalScreen(terminal as never, plain);

  terminal.write('before\n');
  screen.draw(['users 1 of 2', 'quota 60']);
  screen.draw(['users 2 of 2']);
  screen.draw(['x'.repeat(20), 'y']);
  terminal.narrow(8);
  screen.draw(['users']);
  expect(terminal.lines).toEqual(['before', 'users', '']);

  screen.print('note');
  expect(terminal.lines).toEqual(['before', 'note', 'users', '']);
  screen.draw(['groups']);
  screen.done();
  screen.print('after');
  expect(terminal.lines).toEqual(['before', 'note', 'groups', 'after', '']);
});

test('a drawing is redrawn above a question, and makes way for the lines of another stream', () => {
  const terminal = new Terminal(20);
  const screen = terminalScreen(terminal as never, plain);
  screen.draw(['users']);

  screen.ask('Stop people, then type it: ', 'fr');
  screen.draw(['groups']);
  screen.print('note');
  screen.print('result', { write: (text: string) => terminal.write(text) } as never);
  const asked = [...terminal.lines];
  screen.answered();

  expect(asked).toEqual(['note', 'result', 'groups', 'Stop people, then', 'type it: fr']);
  expect(terminal.lines).toEqual(['note', 'result', 'groups', '']);
});

test('without a drawing a question stays, with its answer', () => {
  const terminal = new Terminal(20);
  const screen = terminalScreen(terminal as never, plain);

  screen.ask('really? ', '');
  screen.ask('really? ', 'yes');
  screen.answered();
  screen.print('after');

  expect(terminal.lines).toEqual(['really? yes', 'after', '']);
});

test('each change is one write, and no change is none', () => {
  const terminal = new Terminal(20);
  const writes: string[] = [];
  const write = terminal.write.bind(terminal);
  terminal.write = (text) => {
    writes.push(text);
    return write(text);
  };
  const screen = terminalScreen(terminal as never, plain);

  screen.draw(['a', 'b']);
  screen.draw(['a', 'b']);
  screen.draw(['a', 'c']);

  expect(writes).toEqual([
    '\u001B[?2026ha\nb\n\u001B[?2026l',
    '\u001B[?2026h\u001B[2A\r\u001B[Ja\nc\n\u001B[?2026l',
  ]);
});

test('of a drawing that is taller than the terminal, the last lines are drawn', () => {
  const terminal = new Terminal(20);
  const screen = terminalScreen(terminal as never, plain);

  screen.draw(Array.from({ length: 12 }, (_, index) => `line ${index}`));

  expect(terminal.lines).toEqual([...Array.from({ length: 9 }, (_, at) => `line ${at + 3}`), '']);
});

function written(dress: { isAscii: boolean; hasColours: boolean }): string[] {
  const writes: string[] = [];
  const write = (text: string): number => writes.push(text);
  const terminal = { getWindowSize: () => [80, 10], write };
  terminalScreen(terminal as never, dress).draw(['users ██░░  50 %  1 failed', 'waiting: …']);
  return writes;
}

test('colour repeats what words say, and terminals without UTF-8 get other blocks', () => {
  expect(written({ isAscii: true, hasColours: false })).toEqual([
    '\u001B[?2026husers ##--  50 %  1 failed\nwaiting: .\n\u001B[?2026l',
  ]);
  expect(written({ isAscii: false, hasColours: true })).toEqual([
    '\u001B[?2026husers \u001B[36m██\u001B[39m░░  50 %  \u001B[31m1 failed\u001B[39m\n\u001B[33mwaiting\u001B[39m: …\n\u001B[?2026l',
  ]);
});

test.each([
  [{ LANG: 'de_DE.UTF-8' }, false],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, true],
  [{ LC_CTYPE: 'POSIX' }, true],
  [{}, false],
])('the locale %j needs ASCII: %s', (env, isAscii) => {
  const terminal = { hasColors: () => true };

  expect(dressOf(env, terminal)).toEqual({ isAscii, hasColours: true });
  expect(dressOf({ ...env, NO_COLOR: '1' }, terminal).hasColours).toBe(false);
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

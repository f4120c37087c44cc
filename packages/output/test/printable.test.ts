import { expect, test } from 'vitest';
import { printableIo } from '../src/printing/printable.ts';

test('lines and drawings reach the terminal with control characters spelled out', () => {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const io = printableIo({
    out: print,
    err: print,
    stdin: process.stdin,
    env: {},
    screen: {
      columns: () => 80,
      rows: () => 24,
      draw: (lines) => printed.push(...lines),
      done: () => {},
    },
    onInterrupt: () => () => {},
  });

  io.out('a\u001b[2Jb\nc');
  io.err('a\u202eb\rc');
  io.out('a\u2028b\u2029c');
  io.screen!.draw(['a\u009b2Jb', 'second\nline']);

  expect(printed).toEqual([
    String.raw`a\u001b[2Jb\u000ac`,
    String.raw`a\u202eb\u000dc`,
    String.raw`a\u2028b\u2029c`,
    String.raw`a\u009b2Jb`,
    String.raw`second\u000aline`,
  ]);
});

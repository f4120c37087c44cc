import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Everything that programs can use without the command line. */
const packages = ['contract', 'parsers', 'planner', 'client', 'runner', 'disk', 'job'];
const root = path.join(import.meta.dirname, '../..');

/** An option, a command to type, or a device that only a command line has. */
const TERMINAL =
  /(?<![\w-])--(?!this\.)[a-z][\w-]+(?![\w-]| [<=])|CHATFERRY_API_KEY|`chatferry [a-z]|chatferry [a-z]+ (-|\.)|\b(stdout|stderr|argv|ulimit)\b|\b(terminal|shell|keyboard|Ctrl-C|TTY)\b/;

/** Words of programs that write what is read, and examples of programs, which take the key from where they like. */
const OTHERS =
  /MongoDB shell|of the shell|shell-value|mongodump --archive|mongoexport --db .* --collection|process\.env\['CHATFERRY_API_KEY'\]/g;

/** The style of the report names its colours with `--`; what code of the user prints goes to a stream that has such a name. */
const files = packages
  .flatMap((name) => globSync(`${name}/src/**/*.ts`, { cwd: root }))
  .filter((file) => !/report\/style\.ts$|transform\/load-code\.ts$/.test(file));

test.each([
  ["'Choose another one with --job DIR.'", true],
  ["'Raise it with ulimit -n.'", true],
  ['`chatferry check` compares their hashes', true],
  ["'Choose another job folder.'", false],
  ['sums[kind].failed-- > 0', false],
  ['if (--this.#depth === 0)', false],
])('%s: a word of the terminal: %s', (text, isFound) => {
  expect(TERMINAL.test(text)).toBe(isFound);
});

test('the library speaks of no options, commands or terminals', () => {
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        TERMINAL.test(line.replaceAll(OTHERS, '')) ? [`${file}:${index + 1}: ${line}`] : [],
      ),
  );

  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

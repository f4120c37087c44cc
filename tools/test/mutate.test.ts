import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Edit, edited } from '../src/mutate/edit.ts';
import { ScratchCopy } from '../src/mutate/scratch-copy.ts';

const edit: Edit = {
  file: 'packages/a/src/sum.ts',
  find: 'a + b',
  replace: 'a - b',
  effect: 'sums are differences',
  tests: ['packages/a/test/sum.test.ts'],
};
const code = 'export const sum = (a: number, b: number): number => a + b;\n';

test('an edit changes only the text that it quotes', () => {
  expect(edited(code, edit)).toBe(code.replace('a + b', 'a - b'));
});

test.each([
  { what: 'text that is not in the file', change: { find: 'a * b' }, message: '0 times' },
  { what: 'text that occurs more than once', change: { find: 'number' }, message: '3 times' },
  { what: 'a result that is not TypeScript', change: { replace: '(a' }, message: /expected/i },
])('an edit with $what is an error, and not a detected edit', ({ change, message }) => {
  expect(() => edited(code, { ...edit, ...change })).toThrow(message);
});

test('an edit is made in a copy, in which packages find each other, and undone after its tests', async () => {
  const root = repository();
  try {
    const seen: string[] = [];
    using copy = new ScratchCopy(root);
    const inCopy = (file: string): string => readFileSync(path.join(copy.root, file), 'utf8');

    await copy.with(edit.file, 'edited', async () => {
      seen.push(inCopy('node_modules/@chatferry/a/src/sum.ts'));
      seen.push(readFileSync(path.join(root, edit.file), 'utf8'));
    });

    expect(seen).toEqual(['edited', code]);
    expect(inCopy(edit.file)).toBe(code);
    expect(inCopy('node_modules/dependency/index.js')).toBe('installed');
    expect(existsSync(path.join(copy.root, 'dist'))).toBe(false);
  } finally {
    rmSync(root, { recursive: true });
  }
});

/** A repository with one package, a dependency, and a folder that git ignores. */
function repository(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'mutate-test-'));
  const files = {
    [edit.file]: code,
    '.gitignore': 'node_modules\ndist\n',
    'node_modules/dependency/index.js': 'installed',
    'dist/old.js': 'built',
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  execFileSync('git', ['init', '--quiet', root]);
  return root;
}

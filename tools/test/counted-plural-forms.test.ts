import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const packages = path.join(import.meta.dirname, '../../packages');

/** What is counted in sentences, and verbs that follow a number. */
const plurals =
  'attachments batches bytes causes characters columns entries fields files groups ids items jobs keys kinds lines members memberships messages people places reactions reasons records replies requests rows runs users values are were have hold differ';

/** A number in a sentence, followed by a plural: `${rows.length} rows`. `counted` gives both forms. */
const numberBefore = new RegExp(
  String.raw`\$\{(count\([^{}]*\)|[\w.#!]*?(?:length|size|count|${plurals.replaceAll(' ', '|')}|more|left|failed|total|most))\} (${plurals.replaceAll(' ', '|')})\b`,
  'g',
);

/** Numbers that are never 1, because the sentence is about many, and `length` as a damaged file states it. */
const many = new Set([
  'shown.length',
  'history.length',
  'count(history.length)',
  'count(PREVIEWED_ROWS)',
  'length',
]);

function faultsIn(text: string): string[] {
  return Array.from(text.matchAll(numberBefore), ([all, expression]) => ({ all, expression }))
    .filter(({ expression }) => !many.has(expression!))
    .map(({ all }) => all);
}

test('a number in a sentence has the singular and the plural of what it counts', () => {
  const files = globSync('*/src/**/*.ts', { cwd: packages }).filter(
    (file) => !file.startsWith('local-service/'),
  );

  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap((file) =>
      faultsIn(readFileSync(path.join(packages, file), 'utf8')).map((each) => `${file}: ${each}`),
    ),
  ).toEqual([]);
});

test('a sentence with a plural for every number is detected', () => {
  expect(faultsIn('`${users} users of the plan have`')).toEqual(['${users} users']);
  expect(faultsIn('`${count(rows)} rows were read`')).toEqual(['${count(rows)} rows']);
  expect(faultsIn("`${counted(rows, 'row')} were read`")).toEqual([]);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPage, root } from './shell-blocks/markdown.ts';

/** The first cells of the rows of a table, without the header. */
function firstCells(text: string): string[] {
  return [...text.matchAll(/^\| *([^|]+?) *\|/gm)]
    .map(([, cell]) => cell!)
    .filter((cell, index, cells) => !cell.startsWith('-') && !cells[index + 1]?.startsWith('-'));
}

/** The words of a type that is a union, as its source declares them. */
function wordsOf(file: string, type: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const declared = new RegExp(`export type ${type} =([^;]+);`).exec(source)?.[1] ?? '';
  return [...declared.matchAll(/'([^']+)'/g)].map(([, word]) => word!);
}

test('the glossary has each term once, every outcome among them', () => {
  const terms = firstCells(readPage('docs/glossary.md'));
  const outcomes = wordsOf('packages/runner/src/terms/outcome.ts', 'Outcome');

  expect(terms.length).toBeGreaterThan(30);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(4);
  expect(outcomes.filter((outcome) => !terms.includes(outcome))).toEqual([]);
});

test('ARCHITECTURE.md explains every mark of the ledger, and no other', () => {
  const table = readPage('ARCHITECTURE.md').split('| mark ')[1]?.split('\n\n')[0] ?? '';
  const documented = firstCells(table).map((cell) => cell.replaceAll('`', ''));

  expect(documented.toSorted()).toEqual(
    wordsOf('packages/runner/src/ledger/marks.ts', 'Mark').toSorted(),
  );
});

test('ARCHITECTURE.md names every kind', () => {
  const section = readPage('ARCHITECTURE.md').split('## The kinds')[1]?.split('##')[0] ?? '';
  const kinds = readFileSync(path.join(root, 'packages/contract/src/kinds/kinds.ts'), 'utf8');
  const names = [...kinds.matchAll(/^ {2}(\w+): of\w+\.\w+,$/gm)].map(([, name]) => name!);

  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

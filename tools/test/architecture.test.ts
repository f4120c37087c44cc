import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPage, root } from './shell-blocks/markdown.ts';

/** Lines without their indentation, which a quotation does not keep. */
function linesOf(text: string): string {
  return text.replaceAll(/^ +/gm, '').trim();
}

test('ARCHITECTURE.md quotes the source that each section with code names first', () => {
  const sections = readPage('ARCHITECTURE.md').split('\n## ');
  const quoting = sections.filter((section) => section.includes('```text'));

  expect(quoting.length).toBeGreaterThan(0);
  for (const section of quoting) {
    const file = /\]\(([^)]+\.ts)\)/.exec(section)?.[1] ?? '';
    const source = linesOf(readFileSync(path.join(root, file), 'utf8'));
    for (const [, quoted] of section.matchAll(/```text\n(.*?)```/gs))
      expect(source).toContain(linesOf(quoted!));
  }
});

test('a README that lists the rooms of a package names every folder of its sources', () => {
  const start = /The rooms(?: of `src\/`)?, each of which/;
  const pages = globSync('{packages/*,tools}/README.md', { cwd: root });
  const listing = pages.filter((page) => start.test(readPage(page)));

  const unnamed = listing.flatMap((page) => {
    const named = readPage(page).split(start)[1]!;
    const rooms = globSync(path.join(path.dirname(page), 'src/*/'), { cwd: root });
    return rooms.filter((room) => !named.includes(`\`${path.basename(room)}\``));
  });

  expect(listing.length).toBeGreaterThan(8);
  expect(unnamed).toEqual([]);
});

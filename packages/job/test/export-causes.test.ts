import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { causes } from '../src/exporting/causes.ts';
import { exportedKinds, exportFiles } from '../src/folder/export-files.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/export.md'), 'utf8');

test('the page has every cause, and every file', () => {
  const section = /^## What is not exported\n([\s\S]*?)^## /m.exec(page)![1]!;
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.*?) *\|$/gm)];

  expect(Object.fromEntries(rows.map(([, name, text]) => [name, text]))).toEqual(causes);
  expect(Object.keys(exportFiles)).toHaveLength(exportedKinds.length + 2);
  for (const name of Object.values(exportFiles)) expect(page).toContain(`| \`${name}\``);
});

import { readFileSync } from 'node:fs';
import { areas } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { currentCoveragePage } from '../src/service-coverage.ts';

const page = readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8');

test('the page about coverage is current', async () => {
  expect(page).toBe(await currentCoveragePage());
});

test('every area has a line', () => {
  expect(areas.filter((area) => !page.includes(`\n| ${area} `))).toEqual([]);
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeQuickstart } from '../src/make-quickstart.ts';
import type { Expected } from '../src/quickstart/expected.ts';

const samples = path.join(import.meta.dirname, '../../samples/quickstart');
const files = [
  'roles.json',
  'users.csv',
  'groups.json',
  'members.csv',
  'messages.ndjson.gz',
  'reactions.ndjson',
  'friends.csv',
  'blocks.csv',
  'expected.json',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quickstart-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the files of the sample', () => {
  test('are the same for the same day', () => {
    const day = new Date('2026-02-28T11:00:00Z');

    makeQuickstart(path.join(folder, 'morning'), day);
    makeQuickstart(path.join(folder, 'evening'), new Date('2026-02-28T23:59:59Z'));

    for (const file of files)
      expect(readFileSync(path.join(folder, 'morning', file))).toEqual(
        readFileSync(path.join(folder, 'evening', file)),
      );
  });

  test.each(['2026-01-01', '2027-12-31', '2040-02-29'])(
    'on %s have the mistakes that expected.json lists',
    (day) => {
      const found = makeQuickstart(path.join(folder, day), new Date(day));

      expect(found).toEqual(JSON.parse(readFileSync(path.join(samples, 'expected.json'), 'utf8')));
    },
  );

  test('have at least the stated number of rows and mistakes', () => {
    const { kinds, rejects } = expected();

    expect(kinds.users.planned).toBeGreaterThanOrEqual(300);
    expect(kinds.groups.planned).toBe(25);
    expect(kinds.members.planned).toBe(2000);
    expect(kinds.messages.planned).toBeGreaterThanOrEqual(6000);
    expect(new Set(rejects.map(({ code }) => code)).size).toBeGreaterThanOrEqual(12);
  });
});

test('the sample’s README lists every mistake with file, line and code', () => {
  const readme = readFileSync(path.join(samples, 'README.md'), 'utf8');
  const { rejects, merged, warnings } = expected();
  const lines = [
    ...[...rejects, ...warnings].map(
      ({ file, line, code, why }) => `| ${file} | ${line} | \`${code}\` | ${why} |`,
    ),
    ...merged.map(({ file, line, why }) => `| ${file} | ${line} | ${why} |`),
  ];

  expect(
    readme
      .split('\n')
      .filter((line) => /^\| \w+\.[\w.]+ \| \d/.test(line))
      .toSorted(),
  ).toEqual(lines.toSorted());
});

function expected(): Expected {
  return JSON.parse(readFileSync(path.join(samples, 'expected.json'), 'utf8')) as Expected;
}

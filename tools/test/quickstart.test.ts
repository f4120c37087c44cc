import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeQuickstart } from '../src/make-quickstart.ts';
import { expectedOfSample } from './support/expected-of-sample.ts';

const samples = path.join(import.meta.dirname, '../../samples/quickstart');
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

    const files = readdirSync(path.join(folder, 'morning'));
    expect(files).toHaveLength(8);
    for (const file of files)
      expect(readFileSync(path.join(folder, 'morning', file))).toEqual(
        readFileSync(path.join(folder, 'evening', file)),
      );
  });

  test('are left alone when they are made again on that day: another process may read them', () => {
    const again = path.join(folder, 'again');
    const numbers = (): bigint[] =>
      readdirSync(again).map((file) => statSync(path.join(again, file), { bigint: true }).mtimeNs);
    const day = new Date('2026-02-28T11:00:00Z');

    makeQuickstart(again, day);
    const before = numbers();
    makeQuickstart(again, day);
    const sameDay = numbers();
    makeQuickstart(again, new Date('2026-03-01T11:00:00Z'));

    expect(sameDay).toEqual(before);
    expect(numbers()).not.toEqual(before);
  });

  test('have times that fit the day, and are otherwise the same', () => {
    makeQuickstart(path.join(folder, 'then'), new Date('2026-01-01'));
    makeQuickstart(path.join(folder, 'later'), new Date('2040-02-29'));

    const days = (Date.UTC(2040, 1, 29) - Date.UTC(2026, 0, 1)) / 86_400_000;
    const [then, later] = ['then', 'later'].map((day) =>
      readFileSync(path.join(folder, day, 'users.csv'), 'latin1').split('\r\n'),
    );
    expect(later).toHaveLength(then!.length);
    const cells = [then, later].map((lines) => lines![1]!.split(','));
    expect(Number(cells[1]![3])).toBe(Number(cells[0]![3]) + days * 86_400);
    expect(cells[1]!.toSpliced(3, 2)).toEqual(cells[0]!.toSpliced(3, 2));
  });

  test('have at least the stated number of rows and mistakes', () => {
    const { kinds, rejects } = expectedOfSample();

    expect(kinds.users.planned).toBeGreaterThanOrEqual(300);
    expect(kinds.groups.planned).toBe(25);
    expect(kinds.members.planned).toBe(2004);
    expect(kinds.messages.planned).toBeGreaterThanOrEqual(6000);
    expect(new Set(rejects.map(({ code }) => code)).size).toBeGreaterThanOrEqual(12);
  });
});

test('the sample’s README lists every mistake with file, line and code', () => {
  const readme = readFileSync(path.join(samples, 'README.md'), 'utf8');
  const { rejects, merged, warnings } = expectedOfSample();
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

import { html } from '@chatferry/job/viewing';
import { expect, test } from 'vitest';
import { besideEachOther } from '../src/pages/changed-values.ts';

const record = {
  uid: 'ada',
  name: 'Ada "L", Lady',
  createdAt: 1719835200,
  metadata: { floor: 2 },
  role: 'default',
};

function marks(side: Parameters<typeof html>[1]): string[] {
  const { source } = html`${side}`;
  return [...source.matchAll(/<mark>.*?<bdi[^>]*>(.*?)<\/bdi><\/mark>/g)].map(([, text]) => text!);
}

test.each([
  ['CSV', 'Ada,"Ada ""L"", Lady",1719835200,"{""floor"":2}",,', 'Ada'],
  ['CSV with another delimiter', '1719835200;Ada;2;"Ada ""L"", Lady"', 'Ada'],
  [
    'JSON',
    '{"user":{"id":"Ada","name":"Ada \\"L\\", Lady"},"floor":2,"joined":"1719835200"}',
    '&quot;Ada&quot;',
  ],
])('of a row of %s and its record the values are marked that only one has', (_, row, own) => {
  const shown = besideEachOther(row, record, 1000);

  expect(marks(shown.row)).toEqual([own]);
  expect(marks(shown.record)).toEqual(['&quot;ada&quot;', '&quot;default&quot;']);
  expect(shown.hasMarks).toBe(true);
});

test('nothing is marked where both have the same, and in what is too long to be shown whole', () => {
  const row = JSON.stringify(record);

  expect(besideEachOther(row, record, 1000).hasMarks).toBe(false);
  expect(marks(besideEachOther('other', record, 20).record)).toEqual([]);
});

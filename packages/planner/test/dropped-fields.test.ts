import { problem } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { blockOf, compileBlocks, user } from './rig.ts';

test('a dropped field or another warning is passed on and counted, unless its row is not planned', async () => {
  const block = blockOf('users', [
    user('ann'),
    user('big', { metadata: { text: 'x'.repeat(2000) } }),
  ]);
  const badUrl = problem('bad-url', { field: 'avatar', value: 'a.png' });
  const brokenText = problem('broken-text', { field: 'metadata.born.in' });
  const noted = {
    ...block,
    dropped: [
      { index: 0, id: 'ann', field: 'avatar', problem: badUrl },
      { index: 0, id: 'ann', field: 'metadata', problem: brokenText },
      { index: 1, id: 'big', field: 'avatar', problem: badUrl },
    ],
    warnings: [0, 1].map((index) => ({ index, problem: problem('signed-url', { field: 'link' }) })),
  };
  using planned = await compileBlocks([noted], { maxRequestBytes: 1024 });
  const { dropped, summary } = planned;

  expect(dropped).toEqual([
    {
      kind: 'users',
      id: 'ann',
      file: 'users.csv',
      line: 2,
      field: 'avatar',
      value: 'a.png',
      code: 'bad-url',
    },
    {
      kind: 'users',
      id: 'ann',
      file: 'users.csv',
      line: 2,
      field: 'metadata',
      at: 'metadata.born.in',
      code: 'broken-text',
    },
  ]);
  expect(summary.droppedFields).toBe(2);
  expect(summary.kinds.users.warnings).toBe(3);
  expect(summary.problems.find(({ code }) => code === 'signed-url')).toMatchObject({ count: 1 });
  expect(summary.problems.find(({ field }) => field === 'avatar')).toMatchObject({
    severity: 'warning',
    count: 1,
    field: 'avatar',
    example: {
      line: 2,
      value: 'a.png',
      message: expect.stringContaining('it is not a complete') as unknown,
    },
  });
  expect(summary.problems.find(({ field }) => field === 'metadata')).toMatchObject({
    code: 'field-dropped',
    example: { message: expect.stringContaining('metadata.born.in has half') as unknown },
  });
});

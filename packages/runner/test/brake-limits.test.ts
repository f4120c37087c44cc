import { describe, expect, test } from 'vitest';
import type { MaxFailures } from '../src/terms/run-options.ts';
import { Brake } from '../src/sending/brake.ts';

/** @param code `mixed`: two codes in turn */
function refusals(count: number, code = 'ERR_A'): { code: string; message: string }[] {
  return Array.from({ length: count }, (_, nth) => ({
    code: code === 'mixed' ? `ERR_${nth % 2}` : code,
    message: 'No.',
  }));
}

/** Whether the run stops after each of these batches of users: refused, others, code. */
function stops(
  batches: readonly (readonly [refused: number, others: number, code?: string])[],
  allowed?: MaxFailures,
): boolean[] {
  const brake = new Brake(allowed, 1000);
  return batches.map(
    ([refused, others, code]) =>
      brake.settled('users', { refusals: refusals(refused, code), others }) !== undefined,
  );
}

describe('without a limit of the operator', () => {
  test.each<[string, Parameters<typeof stops>[0], boolean[]]>([
    [
      '200 refusals in a row',
      [
        [199, 0],
        [1, 0],
      ],
      [false, true],
    ],
    [
      'a record that lands between',
      [
        [199, 0],
        [0, 1],
        [199, 0],
        [1, 0],
      ],
      [false, false, false, true],
    ],
    [
      'a record that lands beside',
      [
        [199, 0],
        [1, 1],
        [199, 0],
      ],
      [false, false, false],
    ],
    [
      'another code',
      [
        [199, 0],
        [199, 0, 'ERR_B'],
        [1, 0, 'ERR_B'],
      ],
      [false, false, true],
    ],
    [
      'two codes in a batch',
      [
        [199, 0],
        [200, 0, 'mixed'],
        [199, 0, 'ERR_B'],
        [1, 0, 'ERR_B'],
      ],
      [false, false, false, true],
    ],
    [
      'two codes in a batch, the first that of the row',
      [
        [199, 0, 'ERR_0'],
        [2, 0, 'mixed'],
        [1, 0, 'ERR_0'],
      ],
      [false, false, false],
    ],
    ['95 % of the latest 1,000', [[950, 50]], [true]],
    ['less than 95 %', [[949, 51]], [false]],
    ['95 % of fewer than 1,000', [[180, 9]], [false]],
    [
      'old ones do not count',
      [
        [0, 1000],
        [190, 10],
        [190, 10],
        [190, 10],
        [190, 10],
        [190, 10],
      ],
      [false, false, false, false, false, true],
    ],
  ])('%s', (_, batches, expected) => {
    expect(stops(batches)).toEqual(expected);
  });

  test('all of a small kind', () => {
    const brake = new Brake(undefined, 1000);
    brake.settled('users', { refusals: refusals(3), others: 0 });

    expect(brake.endOfKind('users', 4)).toBeUndefined();
    expect(brake.endOfKind('groups', 3)).toBeUndefined();
    expect(brake.endOfKind('users', 3)).toMatchObject({ code: 'too-many-failures' });
    brake.settled('users', { refusals: [], others: 1 });
    expect(brake.endOfKind('users', 3)).toBeUndefined();
  });

  test('each kind by itself', () => {
    const brake = new Brake(undefined, 1000);

    expect(brake.settled('users', { refusals: refusals(199), others: 0 })).toBeUndefined();
    expect(brake.settled('groups', { refusals: refusals(1), others: 0 })).toBeUndefined();
    expect(brake.endOfKind('groups', 1)).toBeDefined();
  });

  test('the share of a kind is not that of the kind before it', () => {
    const brake = new Brake(undefined, 2000);

    const users = { refusals: refusals(940, 'mixed'), others: 60 };
    const groups = { refusals: refusals(30, 'mixed'), others: 970 };
    expect(brake.settled('users', users)).toBeUndefined();
    expect(brake.settled('groups', groups)).toBeUndefined();
  });

  test('outcomes of the kind before are not taken from those of a kind', () => {
    const brake = new Brake(undefined, 2000);
    const groups = { refusals: refusals(959, 'mixed'), others: 51 };

    expect(brake.settled('users', { refusals: [], others: 10 })).toBeUndefined();
    expect(brake.settled('groups', groups)).toBeUndefined();
  });
});

describe('with a limit of the operator, only that counts', () => {
  test.each<[MaxFailures, Parameters<typeof stops>[0], boolean[]]>([
    [
      2,
      [
        [2, 0],
        [1, 9],
      ],
      [false, true],
    ],
    [
      0,
      [
        [0, 5],
        [1, 0],
      ],
      [false, true],
    ],
    [
      { percent: 1 },
      [
        [10, 0],
        [1, 500],
      ],
      [false, true],
    ],
    [
      { percent: 0.19 },
      [
        [1, 0],
        [1, 0],
      ],
      [false, true],
    ],
    [
      'none',
      [
        [900, 0],
        [900, 0],
      ],
      [false, false],
    ],
  ])('%j', (allowed, batches, expected) => {
    expect(stops(batches, allowed)).toEqual(expected);
  });
});

test('what other processes of the run have lost counts towards the limit', () => {
  const brake = new Brake(2, 100, 2);

  expect(brake.settled('users', { refusals: [], others: 5 })).toBeUndefined();
  expect(brake.settled('users', { refusals: refusals(1), others: 4 })).toMatchObject({
    message: expect.stringContaining('3 records have failed in this run; 2 were allowed'),
  });
});

test('the last refusal is quoted', () => {
  const two = [...refusals(1), ...refusals(1, 'ERR_B')];

  expect(new Brake(1, 100).settled('users', { refusals: two, others: 0 })).toMatchObject({
    message: expect.stringContaining('The last failed with ERR_B: No.'),
    serviceCode: 'ERR_B',
  });
});

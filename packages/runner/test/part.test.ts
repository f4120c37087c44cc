import { describe, expect, test } from 'vitest';
import { afterFailure, halves, only, type Part, remaining } from '../src/sending/part.ts';

const part: Part = {
  positions: [2, 3, 5, 7, 8],
  attempts: 4,
  failures: 3,
  cut: false,
  mayHaveLanded: false,
  isWantedAgain: true,
  landingsBefore: 6,
  hasCreatedOthers: false,
};

test('halves have all records in order, and begin to count failures anew', () => {
  const half = { ...part, failures: 0, cut: true, landingsBefore: undefined };

  expect(halves(part)).toEqual([
    { ...half, positions: [2, 3, 5] },
    { ...half, positions: [7, 8] },
  ]);
  expect(halves({ ...part, positions: [1, 4] }).map(({ positions }) => positions)).toEqual([
    [1],
    [4],
  ]);
});

describe('what an answer leaves', () => {
  test('is the part itself when it settles nothing', () => {
    expect(remaining(part, part.positions, false)).toBe(part);
  });

  test('may be there, has no failures yet, and keeps that others were created beside it', () => {
    const left = {
      ...part,
      positions: [3],
      failures: 0,
      landingsBefore: undefined,
      mayHaveLanded: true,
    };

    expect(remaining(part, [3], false)).toEqual(left);
    expect(remaining(part, [3], true)).toEqual({ ...left, hasCreatedOthers: true });
    expect(remaining({ ...part, hasCreatedOthers: true }, [3], false)).toEqual({
      ...left,
      hasCreatedOthers: true,
    });
  });

  test('begins to count failures anew where others are given up', () => {
    expect(only(part, [])).toEqual([]);
    expect(only(part, [5, 7])).toEqual([{ ...part, positions: [5, 7], failures: 0 }]);
  });
});

test('a failure is counted, and the landings before the first one are kept', () => {
  expect(afterFailure(part, true, 9)).toEqual({ ...part, failures: 4, mayHaveLanded: true });
  expect(
    afterFailure({ ...part, mayHaveLanded: true, landingsBefore: undefined }, false, 9),
  ).toEqual({
    ...part,
    failures: 4,
    mayHaveLanded: true,
    landingsBefore: 9,
  });
});

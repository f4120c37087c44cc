import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlanSegment } from '@chatferry/planner';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dueSegments, selectDue, SETTLED_MS } from '../src/comparing/due-segments.ts';
import { createState, type FollowState } from '../src/state/follow-state.ts';

const NOW = 1_800_000_000_000;
const HOUR_MS = 60 * 60_000;

let folder: string;
let state: FollowState;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'chatferry-due-'));
  state = createState(path.join(folder, 'follow.sqlite'));
});

afterEach(() => {
  state[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

/** Notes when the segments were settled, from the first, in milliseconds before now. */
function settled(...agesMs: readonly number[]): void {
  for (const [index, ageMs] of agesMs.entries())
    state.sql('INSERT INTO settled VALUES (?, ?)').run(index + 1, NOW - ageMs);
}

test('a segment is due a minute after it was settled, with all before it', () => {
  settled(SETTLED_MS + 20_000, SETTLED_MS, SETTLED_MS - 1);

  expect(dueSegments(state, NOW, NOW)).toEqual({ after: 0, to: 2, again: [] });
});

test('what was settled before the clock was set back is due', () => {
  settled(HOUR_MS, -HOUR_MS);

  expect(dueSegments(state, NOW, NOW)).toEqual({ after: 0, to: 2, again: [] });
});

test.each([
  { name: 'an hour after its comparison', at: NOW - HOUR_MS, startedAt: 0, again: [1] },
  { name: 'when the follower was started since', at: NOW - 5000, startedAt: NOW - 1, again: [1] },
  { name: 'when the clock was set back since', at: NOW + 1, startedAt: 0, again: [1] },
])('a segment that differs is due again $name', ({ at, startedAt, again }) => {
  settled(HOUR_MS);
  state.setFact('comparedTo', 1);
  state.setFact('differing', [{ no: 1, at, kinds: [] }]);

  expect(dueSegments(state, NOW, startedAt)).toEqual({ after: 1, to: 1, again });
});

test('nothing is due when all is compared, and what differs was compared less than an hour ago', () => {
  settled(HOUR_MS, HOUR_MS);
  state.setFact('comparedTo', 2);
  state.setFact('differing', [{ no: 1, at: NOW - HOUR_MS + 1, kinds: [] }]);

  expect(dueSegments(state, NOW, 0)).toBeUndefined();
});

/** Segments with these numbers of batches, from the first. */
function segmentsOf(...sizes: readonly number[]): PlanSegment[] {
  let last = 0;
  return sizes.map((batches, index) => {
    const first = last + 1;
    last += batches;
    return { no: index + 1, first, last, id: `${index}`, before: undefined, positions: undefined };
  });
}

test.each([
  {
    name: 'a large segment alone',
    sizes: [900, 1, 1],
    due: { after: 0, to: 3, again: [] },
    is: [1],
  },
  {
    name: 'as many small ones as have forty batches',
    sizes: [20, 15, 5, 1],
    due: { after: 0, to: 4, again: [] },
    is: [1, 2, 3],
  },
  {
    name: 'new ones before those that differ, in the order of the plan',
    sizes: [5, 30, 5, 5],
    due: { after: 3, to: 4, again: [3, 2, 1] },
    is: [2, 3, 4],
  },
])('of the due segments are compared together: $name', ({ sizes, due, is }) => {
  expect(selectDue(due, segmentsOf(...sizes)).map(({ no }) => no)).toEqual(is);
});

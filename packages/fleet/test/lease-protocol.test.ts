import { expect, test } from 'vitest';
import { explore, type Limits, type Safeguards, type Violation } from './model/protocol.ts';

const all: Safeguards = {
  fenceIntent: true,
  fenceOutcome: true,
  oneStatement: true,
  resendsAnnounced: true,
  countsWrites: true,
};

const isLong = process.env['PROPERTY_RUNS'] !== undefined;
const limits: Limits = { batches: 2, takeovers: 2, requests: isLong ? 2 : 1, failover: false };

test('two processes that take a lane over from each other lose nothing, in whatever order things happen', () => {
  const { states, violations } = explore(all, limits);

  expect(violations).toEqual([]);
  expect(states).toBeGreaterThan(20_000);
});

test('a database that forgets its last commit takes only its name from what this job has stored', () => {
  const { violations } = explore(all, { ...limits, batches: isLong ? 2 : 1, failover: true });

  expect(violations).toEqual(['present without having been there']);
});

/** Each shows with this many batches. */
test.each<[keyof Safeguards, Violation, number]>([
  ['fenceIntent', 'present without having been there', 1],
  ['fenceOutcome', 'present without having been there', 1],
  ['oneStatement', 'present without having been there', 1],
  ['resendsAnnounced', 'reordered', 2],
  ['countsWrites', 'counted twice', 1],
])('without %s, records are %s', (name, violation, batches) => {
  const { violations } = explore({ ...all, [name]: false }, { ...limits, batches }, violation);

  expect(violations).toContain(violation);
});

import { DatabaseSync } from 'node:sqlite';
import { idHash } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { Duplicates } from '../src/duplicates/duplicates.ts';
import { RecordSpool } from '../src/spool/record-spool.ts';
import { RunBuffer } from '../src/spool/run-buffer.ts';
import { blockOf, temporaryFolder, user } from './rig.ts';

/** Three runs of users: each of the letters is an id. */
const runs = ['abcda', 'ebfgc', 'ahbgfe'];

/** Spools the runs, and finds each record with an id that came before. @returns places in the input */
function duplicatesWith(mostRepeated: number | undefined, rule: 'first' | 'last'): string[] {
  using folder = temporaryFolder();
  using work = new DatabaseSync(':memory:');
  using duplicates = new Duplicates(folder.path, work, 'users', rule, mostRepeated);
  const buffers = [new RunBuffer(), new RunBuffer()] as const;
  using spool = new RecordSpool(folder.path, 'users', buffers, (run) => duplicates.note(run));
  const seen = new Set<string>();
  for (const run of runs) {
    const block = blockOf(
      'users',
      run.split('').map((uid) => user(uid)),
    );
    for (const uid of run) {
      if (seen.has(uid)) duplicates.repeat(idHash(uid));
      seen.add(uid);
    }
    spool.append(block, (_index, _start, end) => end, { input: 1, legacyHashes: undefined });
    spool.flush();
  }
  return [...duplicates.find(spool)]
    .map(({ winner, other }) => `${other.ordinal} repeats ${winner.ordinal}`)
    .toSorted();
}

/** The same, read off the letters. */
function expected(rule: 'first' | 'last'): string[] {
  const ids = runs.join('').split('');
  return ids
    .map((uid, place) => ({
      place,
      stands: rule === 'first' ? ids.indexOf(uid) : ids.lastIndexOf(uid),
    }))
    .filter(({ place, stands }) => place !== stands)
    .map(({ place, stands }) => `${place} repeats ${stands}`)
    .toSorted();
}

test.each(['first', 'last'] as const)(
  'more repeated ids than memory is meant for are all found; the %s stands',
  (rule) => {
    for (const most of [undefined, 0, 1, 2, 3, 4, 5, 6, 7])
      expect({ most, found: duplicatesWith(most, rule) }).toEqual({ most, found: expected(rule) });
  },
);

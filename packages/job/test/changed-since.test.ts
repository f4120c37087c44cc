import {
  appendFileSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changedSince } from '../src/planning/changed-since.ts';
import { jobFolder, planFiles } from '../src/index.ts';
import type { PlanFilesOptions } from '../src/library/options.ts';
import { startJobRig } from './support/job-rig.ts';

const plannedAt = new Date('2026-01-01T10:00:00Z');
const before = new Date('2025-12-31T10:00:00Z');
const after = new Date('2026-01-02T10:00:00Z');

/** Writes another name of the same length into the file. */
function change(users: string, time: Date): void {
  writeFileSync(users, readFileSync(users, 'utf8').replace('Bob', 'Bea'));
  utimesSync(users, time, time);
}

interface Change {
  readonly what: string;
  readonly isPlannedAgain: boolean;
  /** Whether the file is listed as changed since it was planned. */
  readonly isListed?: true;
  readonly does?: (users: string, job: string) => void;
  readonly settings?: Partial<PlanFilesOptions>;
}

const changes: readonly Change[] = [
  { what: 'nothing', isPlannedAgain: false },
  {
    what: 'the time of a file',
    isPlannedAgain: false,
    does: (users) => utimesSync(users, after, after),
  },
  {
    what: 'the content of a file, but not its size and time: only reading would show it,',
    isPlannedAgain: false,
    does: (users) => change(users, plannedAt),
  },
  {
    what: 'the content and the time of a file',
    isPlannedAgain: true,
    isListed: true,
    does: (users) => change(users, after),
  },
  {
    what: 'a file to an older one of the same size',
    isPlannedAgain: true,
    isListed: true,
    does: (users) => change(users, before),
  },
  {
    what: 'the size of a file',
    isPlannedAgain: true,
    isListed: true,
    does: (users) => {
      appendFileSync(users, 'cy,Cy\n');
      utimesSync(users, plannedAt, plannedAt);
    },
  },
  {
    what: 'the name of a file',
    isPlannedAgain: true,
    does: (users) => renameSync(users, path.join(path.dirname(users), 'users-2.csv')),
  },
  { what: 'a setting', isPlannedAgain: true, settings: { recordsPerRequest: 20 } },
  {
    what: 'a mapping',
    isPlannedAgain: true,
    settings: { mappings: { users: { constants: { role: 'member' } } } },
  },
  {
    what: 'a file that planning wrote',
    isPlannedAgain: true,
    does: (_, job) => appendFileSync(jobFolder(job).rejects, '{}\n'),
  },
];

test.each(changes)(
  'after a change of $what planning does it again: $isPlannedAgain',
  async ({ isPlannedAgain, isListed, does, settings }) => {
    await using rig = await startJobRig();
    const folder = rig.writeExport(2);
    const users = path.join(folder, 'users.csv');
    appendFileSync(users, 'dot,\n');
    utimesSync(users, plannedAt, plannedAt);
    const { plan } = jobFolder(rig.job);
    await planFiles([folder], { job: rig.job });
    const first = statSync(plan).ino;

    does?.(users, rig.job);
    const listed = await changedSince(jobFolder(rig.job));
    await planFiles([folder], { job: rig.job, ...settings });

    expect(statSync(plan).ino !== first).toBe(isPlannedAgain);
    expect(listed).toEqual(isListed === true ? [`${users} has changed since it was planned.`] : []);
  },
);

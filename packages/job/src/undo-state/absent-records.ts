import { count, type Kind, kinds } from '@chatferry/contract';
import { JobError } from '../errors/job-error.ts';
import type { UndoStatus } from './undo-state.ts';

/** The lists in which an undo looks for other people's records. */
const searchedLists = ['users', 'groups', 'members', 'messages', 'replies'] as const;

/** Absent records are many when they are at least this number, and more than this share. */
const MANY = { records: 10, share: 0.01 };

/** Records that the job created, or may have created, and that the app did not hold when the undo was planned. */
export function absentOf({ config, kinds: counts }: UndoStatus, kind: Kind): number {
  return kind === 'descriptions' ? 0 : Math.max(config.own[kind] - counts[kind].planned, 0);
}

/**
 * Refuses to begin an undo when a list of the app lacks many records that the job created. Either other people have deleted them, or the
 * list is incomplete. An incomplete list also lacks other people's records, and the undo would delete users and groups that hold them.
 *
 * @param confirmed the number of these records that the operator has confirmed
 * @throws {JobError} `many-absent`
 */
export function refuseManyAbsent(status: UndoStatus, confirmed?: number): void {
  if (status.state !== 'planned') return;
  const many = searchedLists
    .map((kind) => ({ kind, absent: absentOf(status, kind), own: status.config.own[kind] }))
    .filter(({ absent, own }) => absent >= MANY.records && absent > own * MANY.share);
  const total = many.reduce((sum, { absent }) => sum + absent, 0);
  if (total === 0 || total === confirmed) return;
  const lacks = many.map(
    ({ kind, absent, own }) => `${count(absent)} of ${count(own)} ${kinds[kind].nouns[1]}`,
  );
  throw new JobError(
    'many-absent',
    `Of what this job created, the lists of the app lack ${lacks.join(', ')}: nothing was removed. Either others have deleted them, or the lists are not whole. Lists that are not whole lack records of others too, and an undo would delete the users and groups that hold these.`,
    `Look up some of these records in the dashboard of the app. If they are there, do not undo the job, and ask the support of the service about its lists. If others have deleted them, confirm their number: ${total}.`,
  );
}

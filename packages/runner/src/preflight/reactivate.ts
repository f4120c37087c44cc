import { kinds, limits } from '@chatferry/contract';
import { compareKind } from '../comparing/compare-kind.ts';
import { landedIds, plannedIds } from '../comparing/planned-ids.ts';
import type { PlannedRecord } from '../comparing/planned-records.ts';
import type { BatchEntry, StoredBatch } from '../ledger/batch-entry.ts';
import type { Mark } from '../ledger/marks.ts';
import { otherRecord } from '../sending/blocked-records.ts';
import { laneStarts, openWork } from '../sending/open-work.ts';
import type { StepPorts } from '../sending/step-ports.ts';

/** Deactivations that an answer reports, or that are proved or in flight. */
const fromJob: ReadonlySet<Mark> = new Set(['c', 'o', 'u', 'r']);

/**
 * Reactivates users whom the plan deactivates and who are already deactivated, as long as other records are left to be
 * sent: the service refuses records that refer to a deactivated user. Deactivating these users is then the last step again. A
 * retry after the deactivations needs this, and so does a second import of the same export. Users whom the app holds with other
 * content stay as other people left them, and so do users of an earlier job whom no job has deactivated. Each segment deactivates
 * the users that it refers to, so users of earlier segments stay as they are.
 */
export async function reactivate(ports: StepPorts): Promise<void> {
  const { plan, app, emit } = ports;
  if (plan.summary.kinds.deactivations.planned === 0) return;
  const open = await firstOpenBefore(ports);
  if (open === undefined) return;
  const last = plan.segments.at(-1)!;
  const deactivated = await toReactivate(ports, open < last.first ? 1 : last.first);
  if (deactivated.length === 0) return;
  // The ledger comes first: if the run is killed in between, the next one deactivates users who still are deactivated,
  // which changes nothing.
  await sendAgain(deactivated, ports);
  for (let from = 0; from < deactivated.length; from += limits.uidsPerCall) {
    const uids = deactivated.slice(from, from + limits.uidsPerCall).map(({ id }) => id);
    await app.reader.call('users.reactivate', { body: { uidsToActivate: uids } });
  }
  emit({ type: 'users-reactivated', users: deactivated.length });
}

/** The first batch that is left to be sent and comes before the deactivations. */
async function firstOpenBefore(ports: StepPorts): Promise<number | undefined> {
  const found: number[] = [];
  for (const kind of kinds.deactivations.after)
    for (const start of await laneStarts(kind, ports))
      for await (const { batch } of openWork(kind, start, ports)) {
        found.push(batch.seq);
        break;
      }
  return found.length === 0 ? undefined : Math.min(...found);
}

/** Users whom batches of the plan deactivate and the service lists as deactivated. @param from the first batch */
async function toReactivate(ports: StepPorts, from: number): Promise<readonly PlannedRecord[]> {
  const { plan, ledger, app, settings, stopController } = ports;
  const signal = stopController.finishing;
  const usersOfPlan = await plannedIds({ plan, kind: 'users', signal });
  const landed = landedIds({ plan, kind: 'deactivations' });
  const starts = await laneStarts('deactivations', ports);
  const announced = new Map(starts.map((start) => [start.lane, start.announced]));
  let mayBeFromJob: (position: number) => boolean;
  const found: PlannedRecord[] = [];
  await compareKind({
    client: app.reader,
    plan,
    kind: 'deactivations',
    route: settings.routes.deactivations,
    spool: settings.spool,
    signal,
    isForFoundOnly: true,
    isLatest: true,
    select: async ({ seq, lane }) => {
      if (seq < from) return () => false;
      const stored = await ledger.batch(seq);
      const mayBeSent = stored === undefined && seq <= (announced.get(lane) ?? 0);
      mayBeFromJob = (position) => mayBeSent || fromJob.has(stored?.marks[position] as Mark);
      return () => true;
    },
    onResult: async ({ planned, is }) => {
      if (is === 'missing' || is === 'hidden') return;
      const { id, position } = planned;
      // A delta also names users of earlier jobs. A repair names the users whom it has to reactivate.
      const isLeft =
        plan.summary.delta === undefined || usersOfPlan.has(id)
          ? (await otherRecord('users', id, ledger)) === undefined
          : landed?.has(id) === true || mayBeFromJob(position);
      if (isLeft) found.push(planned);
    },
  });
  return found;
}

/** Marks deactivations that landed to be sent again by this run. */
async function sendAgain(
  deactivated: readonly PlannedRecord[],
  { ledger, clock }: Pick<StepPorts, 'ledger' | 'clock'>,
): Promise<void> {
  const at = clock.now();
  const entries: BatchEntry[] = [];
  for (const [seq, records] of Map.groupBy(deactivated, (record) => record.seq)) {
    const stored = await ledger.batch(seq);
    if (stored === undefined) continue;
    const { lane, begunAt: _, ...before } = stored;
    const after = { ...before, state: 'open' as const, marks: opened(stored, records) };
    if (after.marks === before.marks) continue;
    const batch = { seq, kind: 'deactivations' as const, lane, origins: [] };
    entries.push({ batch, before, after, outcomes: [], troubles: [], at });
  }
  await ledger.writeAll(entries);
}

function opened({ marks }: StoredBatch, records: readonly PlannedRecord[]): string {
  const letters = marks.split('');
  for (const { position } of records) if (letters[position] !== '.') letters[position] = 'r';
  return letters.join('');
}

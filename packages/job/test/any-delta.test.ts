import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { kinds, kindsInOrder, memberId, type Row } from '@chatferry/contract';
import type { FaultRule } from '@chatferry/local-service';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPlan } from '@chatferry/planner';
import { type CountsByKind, lockJob } from '@chatferry/runner';
import { jobFolder, type RowsByKind } from '../src/index.ts';
import { planRowsOfAllKinds } from '../src/library/plan-rows.ts';
import { markForRetry } from '../src/verifying/mark-for-retry.ts';
import { sendPlan } from '../src/sending/send-plan.ts';
import { checkedTarget } from '../src/sending/target.ts';
import { HastyClock } from './support/hasty-clock.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

/** `npm run test:long` asks for many more. */
const numRuns = Math.ceil(Number(process.env['PROPERTY_RUNS'] ?? 30) / 4);

const NOW = Math.floor(Date.now() / 1000) - 3600;

type Rows = Readonly<Record<'users' | 'groups' | 'members' | 'messages' | 'friends', Row[]>>;
const names = ['users', 'groups', 'members', 'messages', 'friends'] as const;

const uid = fc.constantFrom('u0', 'u1', 'u2', 'u3', 'u4');
const guid = fc.constantFrom('g0', 'g1');
const version = fc.constantFrom('', '', '', ' new');
const later = fc.nat(40);

const users = fc
  .record({ uid, version, isBad: fc.constantFrom(false, false, false, true), leaves: fc.boolean() })
  .map(({ uid: id, version: of, isBad, leaves }): Row => ({
    uid: id,
    ...(isBad ? {} : { name: `${id}${of}` }),
    createdAt: NOW - 1000,
    metadata: { b: 1, a: [id] },
    ...(leaves && id === 'u4' ? { deactivatedAt: NOW } : {}),
  }));
const groups = fc.record({ guid, version, owner: uid }).map(({ guid: id, version: of }): Row => ({
  guid: id,
  name: `${id}${of}`,
  type: 'public',
  createdAt: NOW - 900,
  ...(of === '' ? { description: `About ${id}` } : {}),
}));
const members = fc
  .record({ guid, uid, scope: fc.constantFrom('participant', 'participant', 'moderator') })
  .map((row): Row => ({ ...row, joinedAt: NOW - 800 }));
const messages = fc
  .record({ id: fc.nat(25), from: uid, to: uid, group: fc.option(guid), version, at: later })
  .map(({ id, from, to, group, version: of, at }): Row => ({
    muid: `m${id}`,
    sender: from,
    ...(group === null
      ? { receiverType: 'user', receiver: to }
      : { receiverType: 'group', receiver: group }),
    data: { text: `${id}${of}`, metadata: { z: '1', y: {} } },
    sentAt: NOW - 500 + at,
  }));
const friends = fc
  .tuple(uid, uid)
  .filter(([one, other]) => one < other)
  .map(([one, friend]): Row => ({ uid: one, friend }));

/** Rows of which no two have the same id. */
function rowsOf(kind: keyof Rows, row: fc.Arbitrary<Row>, most: number): fc.Arbitrary<Row[]> {
  return fc.uniqueArray(row, { selector: (each) => idOf(kind, each), maxLength: most });
}

const anyExport: fc.Arbitrary<Rows> = fc.record({
  users: rowsOf('users', users, 6),
  groups: rowsOf('groups', groups, 3),
  members: rowsOf('members', members, 8),
  messages: rowsOf('messages', messages, 30),
  friends: rowsOf('friends', friends, 4),
});

const passing = fc.constantFrom<readonly FaultRule[]>(
  [],
  [{ fault: 'status-before', status: 500, when: { probability: 0.15 }, seed: 1 }],
  [{ fault: 'status-after', status: 502, when: { probability: 0.15 }, seed: 2 }],
);

function idOf(kind: keyof Rows, row: Row): string {
  const own = row[kinds[kind].key];
  return typeof own === 'string' ? own : [row['guid'], row['uid'], row['friend']].join(' ');
}

/** Runs a job to its end, stopped after each of these numbers of events, and sends again what was lost. */
async function land(rig: JobRig, folder: string, stops: readonly number[]): Promise<CountsByKind> {
  const job = jobFolder(folder);
  const clock = new HastyClock();
  using plan = openPlan(job.plan);
  const target = checkedTarget(rig.target);
  const options = {
    requestsPerMinute: 'unlimited',
    concurrency: 4,
    giveUpAfterMs: 86_400_000,
    maxFailures: 'none',
    sharedQuota: true,
    allowsLive: true,
  } as const;
  const run = async (after: number): Promise<CountsByKind> => {
    using lock = lockJob(folder, clock.now());
    const events = sendPlan({ job, plan, target, options, lock, clock });
    for (let nth = 1; ; nth++) {
      const next = await events.next();
      if (next.done === true) return next.value.counts;
      if (nth === after) await events.return(undefined as never);
    }
  };
  for (const after of stops) await run(after).catch(() => undefined);
  const counts = await run(Infinity);
  rig.service.setFaults([]);
  const { failed, skipped, unresolved, pending } = totals(counts);
  if (failed + skipped + unresolved + pending === 0) return counts;
  await markForRetry(job, { target, options: {} });
  return run(Infinity);
}

function totals(
  counts: CountsByKind,
): Record<'failed' | 'skipped' | 'unresolved' | 'pending', number> {
  const sum = (name: 'failed' | 'skipped' | 'unresolved' | 'pending'): number =>
    kindsInOrder.reduce((all, kind) => all + counts[kind][name], 0);
  return {
    failed: sum('failed'),
    skipped: sum('skipped'),
    unresolved: sum('unresolved'),
    pending: sum('pending'),
  };
}

/** What the app holds, without what the service makes by itself. */
function held(rig: JobRig): object {
  const all = (sql: string): unknown[] =>
    rig.service.db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  return {
    users: all(
      `SELECT uid, name, metadata, created_at, deactivated_at IS NULL AS active FROM users
       WHERE uid LIKE 'u_' ORDER BY uid`,
    ),
    groups: all('SELECT guid, name, type, description, created_at FROM groups ORDER BY guid'),
    members: all("SELECT * FROM members WHERE uid LIKE 'u_' ORDER BY guid, uid"),
    messages: all(
      'SELECT muid, sender, receiver_type, receiver, data, sent_at FROM messages WHERE muid IS NOT NULL ORDER BY muid',
    ),
    friends: all('SELECT uid, friend FROM friends ORDER BY uid, friend'),
  };
}

/** The ids that the app holds, by kind. */
function heldIds(rig: JobRig): Record<keyof Rows, ReadonlySet<string>> {
  const ids = (sql: string): ReadonlySet<string> =>
    new Set(
      rig.service.db
        .prepare(sql)
        .all()
        .map((row) => Object.values(row).map(String).join(' ')),
    );
  return {
    users: ids('SELECT uid FROM users'),
    groups: ids('SELECT guid FROM groups'),
    members: ids("SELECT guid, uid, '' FROM members"),
    messages: ids('SELECT muid FROM messages'),
    friends: ids("SELECT '', uid, friend FROM friends"),
  };
}

/** Planning may change the rows that it gets. */
function copied(rows: Rows): RowsByKind {
  return structuredClone(rows);
}

/** Each row with its keys in another order. */
function reordered(rows: Rows): RowsByKind {
  return Object.fromEntries(
    names.map((kind) => [
      kind,
      rows[kind].map((row) =>
        Object.fromEntries(Object.entries(structuredClone(row)).toReversed()),
      ),
    ]),
  );
}

test('an import and a delta make the app that one import of both exports makes, whatever fails and stops', async () => {
  const cases = fc.record({
    one: anyExport,
    two: anyExport,
    keepsAll: fc.boolean(),
    edits: fc.boolean(),
    faults: passing,
    stops: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ one, two, keepsAll, edits, faults, stops }) => {
      await using rig = await startJobRig({ faults });
      await using oracle = await startJobRig();
      await planRowsOfAllKinds(copied(one), { job: rig.job });
      await land(rig, rig.job, stops);
      const landed = heldIds(rig);
      // The second export repeats all of the first, or is any other.
      const second = keepsAll ? merged(one, two, () => true) : two;
      const night = path.join(rig.folder, 'night');
      const settings = { after: rig.job, editMessages: edits };
      const plan = await planRowsOfAllKinds(reordered(second), { job: night, ...settings });
      rig.service.setFaults(faults);
      const counts = await land(rig, night, stops);

      const rejected = rejectedIn(night);
      const both = merged(
        one,
        second,
        (kind, row) => landed[kind].has(idOf(kind, row)),
        (kind, row) => updateFrom(kind, row, edits, rejected),
      );
      await planRowsOfAllKinds(copied(both), { job: oracle.job });
      await land(oracle, oracle.job, []);
      expect(held(rig)).toEqual(held(oracle));

      for (const kind of names) {
        const before = new Map(one[kind].map((row) => [idOf(kind, row), row]));
        const isLanded = (row: Row): boolean => landed[kind].has(idOf(kind, row));
        const known = second[kind].filter(isLanded);
        const { unchanged, changed, updated, rows } = plan.kinds[kind];
        // Rejected rows are not compared.
        expect(unchanged + changed + updated).toBeLessThanOrEqual(known.length);
        expect({ kind, changed: keepsAll ? changed + updated : 0 }).toEqual({ kind, changed: 0 });
        expect(rows).toBe(second[kind].length + plan.kinds[kind].made);
        const ids = new Set(second[kind].map((row) => idOf(kind, row)));
        const missing = [...before].filter(([id, row]) => isLanded(row) && !ids.has(id));
        expect({ kind, gone: plan.delta!.gone[kind] }).toEqual({ kind, gone: missing.length });
      }

      // The same once more costs nothing.
      const morning = path.join(rig.folder, 'morning');
      const again = await planRowsOfAllKinds(copied(second), {
        job: morning,
        ...settings,
        after: night,
      });
      // A message of which more than its text has changed is edited again.
      const { messageEdits, ...others } = again.kinds;
      const planned = Object.values(others).reduce((sum, kind) => sum + kind.planned, 0);
      expect(edits ? 0 : messageEdits.planned).toBe(0);
      const { failed, skipped } = totals(counts);
      expect(failed + skipped === 0 ? planned : 0).toBe(0);
      rmSync(morning, { recursive: true });
    }),
    { numRuns, endOnFailure: true },
  );
});

/** The rows of the first export that are wanted, and those of the second with other ids. */
function merged(
  one: Rows,
  two: Rows,
  isKept: (kind: keyof Rows, row: Row) => boolean,
  updateOf: (kind: keyof Rows, row: Row | undefined) => Row = () => ({}),
): Rows {
  return Object.fromEntries(
    names.map((kind) => {
      const second = new Map(two[kind].map((row) => [idOf(kind, row), row]));
      const kept = one[kind]
        .filter((row) => isKept(kind, row))
        .map((row) => {
          const after = second.get(idOf(kind, row));
          return defined({ ...followUpsOf(after), ...row, ...updateOf(kind, after) });
        });
      const ids = new Set(kept.map((row) => idOf(kind, row)));
      return [kind, [...kept, ...two[kind].filter((row) => !ids.has(idOf(kind, row)))]];
    }),
  ) as unknown as Rows;
}

/** The rejected rows of a job, as `kind id`. */
function rejectedIn(folder: string): ReadonlySet<string> {
  const lines = readFileSync(jobFolder(folder).rejects, 'utf8').trim().split('\n');
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
  return new Set(rows.map((row) => `${String(row['kind'])} ${String(row['id'])}`));
}

/** What a delta updates of a record that landed before, from its row in the second export. */
function updateFrom(
  kind: keyof Rows,
  row: Row | undefined,
  edits: boolean,
  rejected: ReadonlySet<string>,
): Row {
  if (row === undefined) return {};
  const id =
    kind === 'members' ? memberId(row['guid'] as string, row['uid'] as string) : idOf(kind, row);
  if (rejected.has(`${kind} ${id}`)) return {};
  // A user who is there without it is reactivated.
  if (kind === 'users')
    return { name: row['name'], metadata: row['metadata'], deactivatedAt: row['deactivatedAt'] };
  const fields = {
    groups: ['name', 'description'],
    members: ['scope'],
    messages: edits ? ['data'] : [],
    friends: [],
  }[kind];
  return Object.fromEntries(
    fields.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
  );
}

/** A row without the fields that are undefined. */
function defined(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

/** The fields of a valid row that are sent as records of their own, and so land later. */
function followUpsOf(row: Row | undefined): Row {
  if (row?.['name'] === undefined) return {};
  const { deactivatedAt, description } = row;
  return {
    ...(deactivatedAt === undefined ? {} : { deactivatedAt }),
    ...(description === undefined ? {} : { description }),
  };
}

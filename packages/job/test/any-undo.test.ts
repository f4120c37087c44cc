import path from 'node:path';
import { createClient } from '@chatferry/client';
import { memberId, type Row } from '@chatferry/contract';
import type { FaultRule } from '@chatferry/local-service';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobFolder, planRows, type RowsByKind } from '../src/index.ts';
import { undoStatus } from '../src/undo-state/undo-state.ts';
import { appContent } from './support/app-content.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { keptIn, NOW, planned, sent, undone } from './support/undo-rig.ts';

/** `npm run test:long` asks for many more. */
const numRuns = Math.ceil(Number(process.env['PROPERTY_RUNS'] ?? 30) / 8);

const uids = ['u0', 'u1', 'u2', 'u3'] as const;
const guids = ['g0', 'g1'] as const;
const uid = fc.constantFrom(...uids);
const guid = fc.constantFrom(...guids);

/** Rows of every kind, about the same few users and groups. */
const anyExport = fc.record({
  roles: fc.boolean(),
  users: fc.uniqueArray(fc.record({ uid, leaves: fc.boolean() }), { selector: (row) => row.uid }),
  groups: fc.uniqueArray(fc.record({ guid, owner: uid, described: fc.boolean() }), {
    selector: (row) => row.guid,
  }),
  members: fc.uniqueArray(fc.record({ guid, uid, isBanned: fc.boolean() }), {
    selector: (row) => row.guid + row.uid,
    maxLength: 6,
  }),
  messages: fc.uniqueArray(
    fc.record({
      id: fc.nat(15),
      from: uid,
      to: fc.oneof(uid, guid),
      parent: fc.option(fc.nat(15)),
    }),
    { selector: (row) => row.id, maxLength: 12 },
  ),
  reactions: fc.uniqueArray(fc.record({ id: fc.nat(15), uid }), {
    selector: (row) => row.id + row.uid,
    maxLength: 4,
  }),
  friends: fc.uniqueArray(
    fc.tuple(uid, uid).filter(([one, other]) => one < other),
    { selector: String, maxLength: 3 },
  ),
  blocks: fc.uniqueArray(
    fc.tuple(uid, uid).filter(([one, other]) => one !== other),
    { selector: String, maxLength: 2 },
  ),
});

function rowsOf(
  given: typeof anyExport extends fc.Arbitrary<infer Value> ? Value : never,
): RowsByKind {
  return {
    users: given.users.map(({ uid: id, leaves }): Row => ({
      uid: id,
      name: id,
      createdAt: NOW - 1000,
      ...(given.roles ? { role: 'staff' } : {}),
      ...(leaves ? { deactivatedAt: NOW } : {}),
    })),
    groups: given.groups.map(({ guid: id, owner, described }): Row => ({
      guid: id,
      name: id,
      type: 'public',
      owner,
      createdAt: NOW - 900,
      ...(described ? { description: `About ${id}` } : {}),
    })),
    members: given.members.map(({ guid: of, uid: who, isBanned }): Row => ({
      guid: of,
      uid: who,
      joinedAt: NOW - 800,
      ...(isBanned ? { isBanned } : {}),
    })),
    messages: given.messages.map(({ id, from, to, parent }): Row => ({
      muid: `m${id}`,
      sender: from,
      receiver: to,
      receiverType: to.startsWith('g') ? 'group' : 'user',
      data: {
        text: `Text ${id}`,
        ...(parent === null || parent === id ? {} : { metadata: { parentMuid: `m${parent}` } }),
      },
      sentAt: NOW - 500 + id,
    })),
    reactions: given.reactions.map(({ id, uid: who }): Row => ({
      muid: `m${id}`,
      uid: who,
      reaction: '👍',
    })),
    friends: given.friends.map(([one, friend]): Row => ({ uid: one, friend })),
    blocks: given.blocks.map(([one, blocked]): Row => ({ uid: one, blocked })),
  } as RowsByKind;
}

const passing = fc.constantFrom<readonly FaultRule[]>(
  [],
  [{ fault: 'status-before', status: 500, when: { probability: 0.15 }, seed: 1 }],
  [{ fault: 'status-after', status: 502, when: { probability: 0.15 }, seed: 2 }],
);

/** What an app holds before the job: a user and a group of the export, and others. */
async function fill(rig: JobRig): Promise<void> {
  await using client = createClient(rig.target);
  for (const id of ['u0', 'x'])
    await client.call('users.create', { body: { uid: id, name: `${id} before` } });
  await client.call('groups.create', {
    body: { guid: 'g0', name: 'Before', type: 'public', owner: 'x' },
  });
  await client.call('messages.send', {
    onBehalfOf: 'x',
    body: {
      receiver: 'u0',
      receiverType: 'user',
      category: 'message',
      type: 'text',
      data: { text: 'Before' },
    },
  });
}

test('an import and its undo leave the app as it was, whatever fails and stops', async () => {
  const cases = fc.record({
    rows: anyExport,
    isFilled: fc.boolean(),
    faults: passing,
    stops: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ rows, isFilled, faults, stops }) => {
      await using rig = await startJobRig();
      if (isFilled) await fill(rig);
      const before = appContent(rig.service);
      // What a job changes about records that were there before is not restored.
      const users = rows.users.map((row) => ({
        ...row,
        leaves: row.leaves && !(isFilled && row.uid === 'u0'),
      }));
      const groups = rows.groups.map((row) => ({
        ...row,
        described: row.described && !(isFilled && row.guid === 'g0'),
      }));
      const given = rowsOf({ ...rows, users, groups });
      await planRows(given, { job: rig.job, createRoles: true, threads: 'reply' });
      rig.service.setFaults(faults);
      for (const stopAfter of [...stops, Infinity]) await sent(rig, stopAfter);
      rig.service.setFaults([]);
      if (undoStatus(jobFolder(rig.job)) !== undefined)
        throw new Error('There is an undo already.');

      await planned(rig);
      rig.service.setFaults(faults);
      for (const stopAfter of stops) await undone(rig, { stopAfter });
      await undone(rig);
      rig.service.setFaults([]);
      // Faults can outlast the attempts at a record: what they left is removed then.
      await planned(rig);
      await undone(rig);
      // After a lost answer nothing proves whose a role or a friendship is. It stays, and so do the users who hold it, unless that is forced.
      const unproved = keptIn(rig).filter(({ because }) => because === 'unsure');
      if (unproved.length > 0) await undone(rig, { isForced: true });

      const { roles, ...others } = appContent(rig.service);
      const { roles: rolesBefore, ...othersBefore } = before;
      expect(others).toEqual(othersBefore);
      const isKept = ({ role }: Row): boolean =>
        unproved.some(({ kind, id }) => kind === 'roles' && id === role);
      expect((roles as Row[]).filter((row) => !isKept(row))).toEqual(rolesBefore);
    }),
    { numRuns, endOnFailure: true },
  );
});

test('the undo of a delta leaves what the first job moved, and the undo of that one nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anyExport, anyExport, async (one, two) => {
      await using rig = await startJobRig();
      const empty = appContent(rig.service);
      const options = { createRoles: true, threads: 'metadata' } as const;
      await planRows(rowsOf(one), { job: rig.job, ...options });
      await sent(rig, Infinity);
      const bulk = appContent(rig.service);
      const first = rig.job;
      const night = path.join(rig.folder, 'night');
      // A user to whom the delta gives a group of the first job is kept. So groups keep their owners here.
      const owners = new Map(one.groups.map(({ guid: id, owner }) => [id, owner]));
      const groups = two.groups.map((row) => ({
        ...row,
        owner: owners.get(row.guid) ?? row.owner,
      }));
      await planRows(rowsOf({ ...two, groups }), { job: night, after: first, ...options });
      rig.useJob('night');
      await sent(rig, Infinity);
      await planned(rig);
      await undone(rig);
      const { users: leftUsers, ...left } = appContent(rig.service);
      const { users: bulkUsers, ...others } = bulk;
      // Updates, bans among them, and deactivations are not restored. A ban of a user whom the first job deactivated fails.
      expect(left['messages']).toEqual(others['messages']);
      const banned = new Set(
        two.members.filter(({ isBanned }) => isBanned).map((row) => memberId(row.guid, row.uid)),
      );
      // A membership that the delta brings for an owner takes the place of the one that comes with the group, and goes with it.
      const owner = new Map<string, unknown>(
        [...one.groups, ...groups].map((row) => [row.guid, row.owner]),
      );
      const isCompared = (row: unknown): boolean => {
        const { guid: of, uid: who } = row as { guid: string; uid: string };
        return !banned.has(memberId(of, who)) && owner.get(of) !== who;
      };
      expect(left['members']!.filter(isCompared)).toEqual(others['members']!.filter(isCompared));
      expect(leftUsers!.length).toBe(bulkUsers!.length);

      // Nothing proves who made a block between users of the first job. It stays, and so does its user, unless that is forced.
      const isUnsure = keptIn(rig).some(({ because }) => because === 'unsure');
      rig.useJob('job');
      await planned(rig);
      await undone(rig);
      if (isUnsure) await undone(rig, { isForced: true });
      // A role that the delta gave users of the first job is kept until they are removed.
      rig.useJob('night');
      await planned(rig);
      await undone(rig);
      expect(appContent(rig.service)).toEqual(empty);
    }),
    { numRuns, endOnFailure: true },
  );
});

import { existsSync, readFileSync } from 'node:fs';
import { type Client, createClient } from '@chatferry/client';
import { lockJob } from '@chatferry/runner';
import { expect, test, vi } from 'vitest';
import { jobFolder, type RowsByKind } from '../src/index.ts';
import { checkedTarget } from '../src/sending/target.ts';
import { defaultRunOptions } from '../src/sending/default-run-options.ts';
import { undoFolder } from '../src/undo-state/undo-folder.ts';
import { planUndo } from '../src/undoing/plan-undo.ts';
import { sendUndo } from '../src/undoing/send-undo.ts';
import { appContent } from './support/app-content.ts';
import { startGate } from './support/gate.ts';
import { HastyClock } from './support/hasty-clock.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { imported, NOW } from './support/undo-rig.ts';

const [zed, yan, xan] = ['zed', 'yan', 'xan'].map((uid) => ({
  uid,
  name: uid,
  createdAt: NOW - 900,
}));
const club = { guid: 'club', name: 'Club', type: 'public', owner: 'zed', createdAt: NOW - 800 };

const rows = {
  users: [
    zed,
    yan,
    xan,
    { uid: 'ada', name: 'Ada', createdAt: NOW - 900 },
    { uid: 'eve', name: 'Eve' },
  ],
  groups: [club, { ...club, guid: 'den', name: 'Den', owner: 'ada' }],
  members: [
    { guid: 'club', uid: 'yan', joinedAt: NOW - 700 },
    { guid: 'club', uid: 'xan', isBanned: true },
  ],
  friends: [{ uid: 'zed', friend: 'yan' }],
  roles: [{ role: 'staff', name: 'Staff' }],
} as unknown as RowsByKind;

interface Taken {
  readonly kind: string;
  /** The request that removes the record of the job. */
  readonly removal: string;
  readonly isHeld: (rig: JobRig) => boolean;
  /** Takes its id, as somebody else. */
  readonly take: (client: Client) => Promise<unknown>;
  /** Once somebody else has taken it. */
  readonly left: object;
  /** Whether the service shows no time of it: then it is not known whose it is. */
  readonly isUndated?: true;
}

function holds(rig: JobRig, list: string, is: object): boolean {
  return appContent(rig.service)[list]!.some((row) =>
    Object.entries(is).every(([name, value]) => (row as Record<string, unknown>)[name] === value),
  );
}

const taken: readonly Taken[] = [
  ...['ada', 'eve'].map((uid): Taken => ({
    kind: `user (${uid})`,
    removal: `DELETE /users/${uid}`,
    isHeld: (rig) => holds(rig, 'users', { uid }),
    take: (client) => client.call('users.create', { body: { uid, name: 'Somebody else' } }),
    left: {
      users: expect.arrayContaining([expect.objectContaining({ uid, name: 'Somebody else' })]),
    },
  })),
  {
    kind: 'group',
    removal: 'DELETE /groups/den',
    isHeld: (rig) => holds(rig, 'groups', { guid: 'den' }),
    take: (client) =>
      client.call('groups.create', {
        body: { guid: 'den', name: 'Another den', type: 'public', owner: 'zed' },
      }),
    left: { groups: [expect.anything(), expect.objectContaining({ name: 'Another den' })] },
  },
  {
    kind: 'membership',
    removal: 'DELETE /groups/club/members/yan',
    isHeld: (rig) => holds(rig, 'members', { guid: 'club', uid: 'yan' }),
    take: (client) =>
      client.call('groups.members.add', {
        path: { guid: 'club' },
        body: { participants: ['yan'] },
      }),
    left: {
      members: expect.arrayContaining([expect.objectContaining({ guid: 'club', uid: 'yan' })]),
    },
  },
  {
    kind: 'role',
    removal: 'DELETE /roles/staff',
    isHeld: (rig) => holds(rig, 'roles', { role: 'staff' }),
    take: (client) => client.call('roles.create', { body: { role: 'staff', name: 'Of others' } }),
    left: { roles: expect.arrayContaining([expect.objectContaining({ name: 'Of others' })]) },
  },
  {
    kind: 'friendship',
    removal: 'DELETE /users/yan/friends',
    isHeld: (rig) => holds(rig, 'friends', { uid: 'zed', friend: 'yan' }),
    take: (client) =>
      client.call('users.friends.add', { path: { uid: 'zed' }, body: { accepted: ['yan'] } }),
    left: { friends: expect.arrayContaining([{ uid: 'zed', friend: 'yan' }]) },
    isUndated: true,
  },
  {
    kind: 'ban',
    removal: 'DELETE /groups/club/bannedusers/xan',
    isHeld: (rig) => holds(rig, 'bans', { guid: 'club', uid: 'xan' }),
    take: (client) => client.call('groups.bannedUsers.ban', { path: { guid: 'club', uid: 'xan' } }),
    left: { bans: [{ guid: 'club', uid: 'xan' }] },
    isUndated: true,
  },
];

test.each(taken.flatMap((one) => [false, true].map((isKilled) => ({ ...one, isKilled }))))(
  'an undo does not remove the $kind that somebody else makes under an id which it has just removed (killed: $isKilled)',
  async ({ removal, isHeld, take, left, isUndated, isKilled }) => {
    await using rig = await startJobRig();
    rig.service.seed({ users: [{ ...zed }, { ...yan }, { ...xan }], groups: [{ ...club }] });
    await imported(rig, structuredClone(rows));
    // The service counts whole seconds.
    rig.service.db.exec("UPDATE users SET created_at = created_at - 60 WHERE uid = 'eve'");
    rig.service.db.exec('UPDATE roles SET created_at = created_at - 60');
    await using client = createClient(rig.target);
    const kill = new AbortController();
    let lost = 'not yet' as 'not yet' | 'just now' | 'before';
    let times = 0;
    await using gate = await startGate(rig.service, async (request) => {
      if (request === removal) times++;
      if (lost === 'just now' && !isHeld(rig)) {
        lost = 'before';
        await take(client);
      }
      if (request !== removal || lost !== 'not yet') return 'pass';
      lost = 'just now';
      if (isKilled) kill.abort();
      return 'lose-answer';
    });
    const target = checkedTarget({ ...rig.target, baseUrl: gate.baseUrl });
    const job = jobFolder(rig.job);

    using lock = lockJob(job.path, Date.now());
    const { signal } = new AbortController();
    await planUndo({ job, target, requestsPerMinute: 'unlimited', signal });
    const options = { ...defaultRunOptions, maxFailures: 'none' as const };
    const timesAfter: number[] = [];
    for (const stop of isKilled ? [{ now: kill.signal }, {}, {}] : [{}, {}]) {
      const clock = new HastyClock();
      const events = sendUndo({ job, lock, target, isForced: false, options, clock, stop });
      while ((await events.next()).done !== true);
      await vi.waitUntil(() => lost !== 'just now' || !isHeld(rig));
      timesAfter.push(times);
    }

    expect(lost).toBe('before');
    expect(appContent(rig.service)).toMatchObject(left);
    const { errors } = undoFolder(job);
    const inDoubt = existsSync(errors) && readFileSync(errors, 'utf8').includes('MAY_BE_MADE_ANEW');
    expect(inDoubt).toBe(isUndated === true);
    // The last undo did not try it again.
    expect(timesAfter.at(-1)).toBe(timesAfter.at(-2));
  },
);

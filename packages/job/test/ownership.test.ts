import { type Client, createClient } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import { lockJob, runStatus } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { defaultRunOptions } from '../src/sending/default-run-options.ts';
import { jobFolder, planRows, type RowsByKind, verifyJob } from '../src/index.ts';
import { planUndo } from '../src/undoing/plan-undo.ts';
import { sendUndo } from '../src/undoing/send-undo.ts';
import { markForRetry } from '../src/verifying/mark-for-retry.ts';
import { checkedTarget, type Target } from '../src/sending/target.ts';
import { appContent } from './support/app-content.ts';
import { delta } from './support/delta-rig.ts';
import { type GateAnswer, startGate } from './support/gate.ts';
import { HastyClock } from './support/hasty-clock.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { keptIn, NOW, replyTo, text } from './support/undo-rig.ts';
import { sendJob } from './support/send-job.ts';

/** What the app holds before the job, with the content of the plan. */
const before = {
  users: ['pre', 'gone'].map((uid) => ({ uid, name: uid, createdAt: NOW - 900 })),
  groups: [{ guid: 'held', name: 'Held', type: 'public', owner: 'pre', createdAt: NOW - 800 }],
};

/** Bob and Cy are the job's in any case, like the group `own` and the message `m0`. */
const rows = {
  roles: [{ role: 'staff', name: 'Staff' }],
  users: [
    { uid: 'ada', name: 'Ada', createdAt: NOW - 900 },
    { uid: 'eve', name: 'Eve' },
    { uid: 'bob', name: 'Bob', createdAt: NOW - 900 },
    { uid: 'cy', name: 'Cy', createdAt: NOW - 900 },
    before.users[0],
    { ...before.users[1], deactivatedAt: NOW },
  ],
  groups: [
    { guid: 'dated', name: 'Dated', type: 'public', owner: 'bob', createdAt: NOW - 800 },
    { guid: 'plain', name: 'Plain', type: 'public', owner: 'bob' },
    { guid: 'own', name: 'Own', type: 'public', owner: 'bob', createdAt: NOW - 800 },
    { ...before.groups[0], description: 'About' },
  ],
  members: [
    { guid: 'own', uid: 'ada', joinedAt: NOW - 700 },
    { guid: 'own', uid: 'cy' },
    { guid: 'own', uid: 'pre', isBanned: true },
  ],
  messages: [
    text('m0', 'bob', 'cy'),
    text('m1', 'bob', 'cy'),
    replyTo('m0', text('m2', 'bob', 'cy')),
  ],
  reactions: [{ muid: 'm0', uid: 'cy', reaction: '👍' }],
  friends: [{ uid: 'bob', friend: 'cy' }],
  blocks: [{ uid: 'pre', blocked: 'bob' }],
} as unknown as RowsByKind;

/** A record of the plan, in place of which somebody else stores one under the same id. */
interface Stranger {
  readonly kind: Kind;
  readonly id: string;
  /** The request of the job that stores the record. */
  readonly request: string;
  /** Stores that of somebody else, as the app itself does. @param other whether it has other content, where it has any */
  readonly register: (client: Client, other: boolean) => Promise<unknown>;
  /** Removes the record from the app. */
  readonly remove: (client: Client) => Promise<unknown>;
  /** Where an app keeps it, and how it is recognised there. */
  readonly held: readonly [list: string, is: Readonly<Record<string, unknown>>];
  /** Whether a record of the job that is there as planned is proved to be its own. */
  readonly isProvable: boolean;
  /** Whether it is about records that the app held before the job. */
  readonly isOfHeld?: true;
  /** Whether it is about a record of the job, so that the service removes it together with that. */
  readonly goesWithOwn?: true;
}

const strangers: readonly Stranger[] = [
  {
    kind: 'roles',
    id: 'staff',
    request: 'POST /roles',
    register: (client, other) =>
      client.call('roles.create', { body: { role: 'staff', name: other ? 'Other' : 'Staff' } }),
    remove: (client) => client.call('roles.delete', { path: { role: 'staff' } }),
    held: ['roles', { role: 'staff' }],
    isProvable: false,
  },
  ...['Ada', 'Eve'].map((name): Stranger => {
    const uid = name.toLowerCase();
    return {
      kind: 'users',
      id: uid,
      request: 'POST /data_import/users',
      register: (client, other) =>
        client.call('users.create', { body: { uid, name: other ? 'Other' : name } }),
      remove: (client) => client.call('users.delete', { path: { uid }, body: { permanent: true } }),
      held: ['users', { uid }],
      isProvable: uid === 'ada',
    };
  }),
  ...['Dated', 'Plain'].map((name): Stranger => {
    const guid = name.toLowerCase();
    return {
      kind: 'groups',
      id: guid,
      request: 'POST /data_import/groups',
      register: (client, other) =>
        client.call('groups.create', {
          body: { guid, name: other ? 'Other' : name, type: 'public', owner: 'bob' },
        }),
      remove: (client) => client.call('groups.delete', { path: { guid } }),
      held: ['groups', { guid }],
      isProvable: guid === 'dated',
    };
  }),
  ...['ada', 'cy'].map((uid): Stranger => ({
    kind: 'members',
    id: `own_member_${uid}`,
    request: 'POST /data_import/members',
    register: (client, other) =>
      client.call('groups.members.add', {
        path: { guid: 'own' },
        body: { [other ? 'moderators' : 'participants']: [uid] },
      }),
    remove: (client) => client.call('groups.members.remove', { path: { guid: 'own', uid } }),
    held: ['members', { guid: 'own', uid }],
    isProvable: uid === 'ada',
  })),
  {
    kind: 'messages',
    id: 'm1',
    request: 'POST /data_import/messages',
    register: (client, other) =>
      client.call('messages.send', {
        onBehalfOf: 'bob',
        body: live('m1', other ? 'Other' : 'Text of m1'),
      }),
    remove: removeMessage('m1'),
    held: ['messages', { muid: 'm1' }],
    isProvable: true,
  },
  {
    kind: 'replies',
    id: 'm2',
    request: 'POST /messages/…/thread',
    // One with the content of the job is the job's.
    register: async (client) =>
      client.call('messages.thread.send', {
        path: { id: await idOf(client, 'm0') },
        onBehalfOf: 'bob',
        body: live('m2', 'Other'),
      }),
    remove: removeMessage('m2'),
    held: ['messages', { muid: 'm2' }],
    isProvable: true,
  },
  {
    kind: 'friends',
    id: 'bob_friend_cy',
    request: 'POST /users/bob/friends',
    register: (client) =>
      client.call('users.friends.add', { path: { uid: 'bob' }, body: { accepted: ['cy'] } }),
    remove: (client) =>
      client.call('users.friends.remove', { path: { uid: 'bob' }, body: { friends: ['cy'] } }),
    held: ['friends', { uid: 'bob', friend: 'cy' }],
    isProvable: false,
  },
  {
    kind: 'members',
    id: 'own_member_pre',
    request: 'POST /data_import/members',
    register: (client) =>
      client.call('groups.bannedUsers.ban', { path: { guid: 'own', uid: 'pre' } }),
    remove: (client) =>
      client.call('groups.bannedUsers.unban', { path: { guid: 'own', uid: 'pre' } }),
    held: ['bans', { guid: 'own', uid: 'pre' }],
    isProvable: false,
  },
  {
    kind: 'descriptions',
    id: 'held',
    request: 'PUT /groups/held',
    isOfHeld: true,
    register: (client, other) =>
      client.call('groups.update', {
        path: { guid: 'held' },
        body: { description: other ? 'Theirs' : 'About' },
      }),
    remove: (client) =>
      client.call('groups.update', { path: { guid: 'held' }, body: { unset: ['description'] } }),
    held: ['groups', { guid: 'held' }],
    isProvable: false,
  },
  {
    kind: 'reactions',
    id: 'm0 cy 👍',
    request: `POST /messages/…/reactions/${encodeURIComponent('👍')}`,
    register: async (client) =>
      client.call('messages.reactions.add', {
        path: { id: await idOf(client, 'm0'), reaction: '👍' },
        onBehalfOf: 'cy',
      }),
    remove: async (client) =>
      client.call('messages.reactions.remove', {
        path: { id: await idOf(client, 'm0'), reaction: '👍' },
        onBehalfOf: 'cy',
      }),
    held: ['reactions', { muid: 'm0', uid: 'cy' }],
    isProvable: false,
    goesWithOwn: true,
  },
  {
    kind: 'blocks',
    id: 'pre_blocks_bob',
    request: 'POST /users/pre/blockedusers',
    register: (client) =>
      client.call('users.blockedUsers.block', {
        path: { uid: 'pre' },
        body: { blockedUids: ['bob'] },
      }),
    remove: (client) =>
      client.call('users.blockedUsers.unblock', {
        path: { uid: 'pre' },
        body: { blockedUids: ['bob'] },
      }),
    held: ['blocks', { uid: 'pre', blocked: 'bob' }],
    isProvable: false,
  },
  {
    kind: 'deactivations',
    id: 'gone',
    request: 'DELETE /users',
    isOfHeld: true,
    register: (client) => client.call('users.deactivate', { body: { uidsToDeactivate: ['gone'] } }),
    remove: (client) => client.call('users.reactivate', { body: { uidsToActivate: ['gone'] } }),
    held: ['users', { uid: 'gone' }],
    isProvable: false,
  },
];

/** The same memberships, sent through the chat endpoints: their time is not sent, so that it proves nothing. */
const chatMembers: readonly Stranger[] = strangers
  .filter(({ kind }) => kind === 'members')
  .map((stranger) => ({ ...stranger, request: 'POST /groups/own/members', isProvable: false }));

const live = (muid: string, said: string) =>
  ({
    muid,
    receiver: 'cy',
    receiverType: 'user',
    category: 'message',
    type: 'text',
    data: { text: said },
  }) as const;

async function idOf(client: Client, muid: string): Promise<string> {
  for await (const message of client.list('messages.list', { query: {} }))
    if (message.muid === muid) return message.id;
  throw new Error(`There is no message ${muid}.`);
}

function removeMessage(muid: string): Stranger['remove'] {
  return async (client) => {
    const path = { id: await idOf(client, muid) };
    await client.call('messages.delete', { path, body: { permanent: true } });
  };
}

type MembersBy = 'data-import' | 'chat';

interface Scene extends AsyncDisposable {
  readonly membersBy: MembersBy;
  /** Those of its requests. */
  readonly strangers: readonly Stranger[];
  readonly rig: JobRig;
  readonly client: Client;
  readonly target: Target;
}

/** A plan and an app, with a gate between them. @param answerTo called with a request such as `POST /messages/…/thread` */
async function startScene(
  answerTo: (request: string, scene: Scene) => GateAnswer | Promise<GateAnswer>,
  membersBy: MembersBy = 'data-import',
): Promise<Scene> {
  const opened = new AsyncDisposableStack();
  const rig = opened.use(await startJobRig());
  rig.service.seed(structuredClone(before));
  const client = opened.use(createClient(rig.target));
  const gate = opened.use(
    await startGate(rig.service, (request) => answerTo(request.replace(/\/\d+/, '/…'), scene)),
  );
  const target = checkedTarget({ ...rig.target, baseUrl: gate.baseUrl });
  const close = (): Promise<void> => opened.disposeAsync();
  const those = membersBy === 'chat' ? chatMembers : strangers;
  const scene: Scene = {
    rig,
    client,
    target,
    membersBy,
    strangers: those,
    [Symbol.asyncDispose]: close,
  };
  await planRows(structuredClone(rows), { job: rig.job, threads: 'reply' });
  return scene;
}

/** Runs the job until it ends, or until it is killed. */
async function run(
  { rig, target, membersBy }: Pick<Scene, 'rig' | 'target' | 'membersBy'>,
  kill?: AbortSignal,
): Promise<void> {
  await sendJob(
    { job: rig.job, target },
    { routes: { members: membersBy } },
    { ...(kill && { kill }) },
  );
}

async function undo({ rig, target }: Scene): Promise<void> {
  const job = jobFolder(rig.job);
  using lock = lockJob(job.path, Date.now());
  const signal = new AbortController().signal;
  await planUndo({ job, target, requestsPerMinute: 'unlimited', signal });
  const options = { ...defaultRunOptions, maxFailures: 'none' as const };
  const clock = new HastyClock();
  const events = sendUndo({ job, lock, target, isForced: false, options, clock });
  while ((await events.next()).done !== true);
}

function heldOf({ rig }: Scene, { held: [list, is] }: Stranger): unknown[] {
  const names = Object.keys(is);
  return appContent(rig.service)[list]!.filter((row) =>
    names.every((name) => (row as Record<string, unknown>)[name] === is[name]),
  );
}

function byId(one: Record<string, unknown>, other: Record<string, unknown>): number {
  return String(one['id']).localeCompare(String(other['id']));
}

/** Of each kind: how many records the job calls its own although no answer says so. */
function provedIn({ rig }: Scene): object {
  const { plan, ledger } = jobFolder(rig.job);
  const { kinds } = runStatus(plan, ledger);
  return Object.fromEntries(
    [...new Set(strangers.map(({ kind }) => kind))].map((kind) => [
      kind,
      kinds[kind].presentByThisJob,
    ]),
  );
}

const none = Object.fromEntries(strangers.map(({ kind }) => [kind, 0]));

/** Stores what somebody else has under the ids of a request. @returns the records */
async function registerAll(
  scene: Scene,
  those: readonly Stranger[],
  other: boolean,
): Promise<Map<Stranger, unknown[]>> {
  for (const stranger of those) await stranger.register(scene.client, other);
  return new Map(those.map((stranger) => [stranger, heldOf(scene, stranger)]));
}

function expectUntouched(scene: Scene, theirs: ReadonlyMap<Stranger, unknown[]>): void {
  expect([...theirs].map(([stranger]) => [stranger.id, heldOf(scene, stranger)])).toEqual(
    [...theirs].map(([stranger, records]) => [stranger.id, records]),
  );
}

/** After the run, nothing of the strangers is the job's, and an undo leaves all of it and lists it. */
async function expectKept(scene: Scene, theirs: ReadonlyMap<Stranger, unknown[]>): Promise<void> {
  expect([...theirs.keys()].map(({ id }) => id).toSorted()).toEqual(
    scene.strangers.map(({ id }) => id).toSorted(),
  );
  expectUntouched(scene, theirs);
  const { requests } = scene.rig.service;
  const earlier = requests.length;

  await undo(scene);

  expectUntouched(scene, new Map([...theirs].filter(([{ goesWithOwn }]) => goesWithOwn !== true)));
  expect(requests.slice(earlier).map(({ operation }) => operation)).not.toContain(
    'messages.reactions.remove',
  );
  expect(keptIn(scene.rig)).toEqual(
    expect.arrayContaining(
      scene.strangers.map(({ kind, id }) => ({ kind, id, because: 'unsure' })),
    ),
  );
}

const ways: readonly (readonly [name: string, answer: GateAnswer])[] = [
  ['a status 502', 502],
  ['a connection that breaks', 'break'],
  ['silence, and a kill', 'hold'],
];

test.each(
  ways.flatMap(([name, answer]) =>
    (
      [
        [false, 'data-import'],
        [true, 'data-import'],
        [false, 'chat'],
      ] as const
    ).map(([other, membersBy]) => ({ name, answer, other, membersBy })),
  ),
)(
  'what others store while a request is lost by $name stays theirs, of every kind (other content: $other; memberships by $membersBy)',
  async ({ answer, other, membersBy }) => {
    const theirs = new Map<Stranger, unknown[]>();
    const lost = new Map<string, number>();
    let kill = new AbortController();
    await using scene = await startScene(async (request, at) => {
      const those = at.strangers.filter((stranger) => stranger.request === request);
      const times = lost.get(request) ?? 0;
      lost.set(request, times + 1);
      if (those.length === 0 || times >= (answer === 'hold' ? 1 : 3)) return 'pass';
      if (times === 0)
        for (const [stranger, records] of await registerAll(at, those, other))
          theirs.set(stranger, records);
      if (answer === 'hold') kill.abort();
      return answer;
    }, membersBy);
    do {
      kill = new AbortController();
      await run(scene, kill.signal);
    } while (kill.signal.aborted);

    expect(provedIn(scene)).toEqual(none);
    await expectKept(scene, theirs);
  },
);

test.each([false, true])(
  'what others store after a verification has found it missing stays theirs when it is sent again (other content: %s)',
  async (other) => {
    await using scene = await startScene(() => 'pass');
    const { rig, client, target } = scene;
    await run(scene);
    for (const { remove } of strangers.toReversed()) await remove(client);
    await verifyJob({ job: rig.job, target, requestsPerMinute: 'unlimited' });
    const theirs = await registerAll(scene, strangers, other);
    await markForRetry(jobFolder(rig.job), { target, options: {} });
    await run(scene);

    expect(provedIn(scene)).toEqual(none);
    await expectKept(scene, theirs);
  },
);

test('what others store before the first request of the job stays theirs, also where the service answers it with success', async () => {
  await using scene = await startScene(() => 'pass');
  const those = strangers.filter(({ isOfHeld }) => isOfHeld);
  const theirs = await registerAll(scene, those, true);

  await run(scene);

  const { plan, ledger } = jobFolder(scene.rig.job);
  const { kinds } = runStatus(plan, ledger);
  expect(those.map(({ kind }) => [kind, kinds[kind].created, kinds[kind].present])).toEqual([
    ['descriptions', 0, 1],
    // The user is reactivated for the run.
    ['deactivations', 1, 0],
  ]);
  await undo(scene);
  expectUntouched(scene, theirs);
});

test.each([false, true])(
  'what others store between the reading of the app and the request stays theirs (other content: %s)',
  async (other) => {
    // Of two live messages under the id that the job has chosen, none is another's in fact.
    const others = strangers.filter(({ kind }) => kind !== 'replies');
    const theirs = new Map<Stranger, unknown[]>();
    const met = new Set<string>();
    await using scene = await startScene(async (request, at): Promise<GateAnswer> => {
      const those = met.has(request) ? [] : others.filter((each) => each.request === request);
      met.add(request);
      for (const [stranger, records] of await registerAll(at, those, other))
        theirs.set(stranger, records);
      return 'pass';
    });

    await run(scene);

    expect(theirs.size).toBe(others.length);
    expect(provedIn(scene)).toEqual(none);
    await undo(scene);
    // No reading is close enough to a description that others write at that moment: it is replaced. Nothing is removed.
    const left = [...theirs].filter(
      ([{ kind, goesWithOwn }]) => kind !== 'descriptions' && !goesWithOwn,
    );
    expectUntouched(scene, new Map(left));
    expect(
      heldOf(
        scene,
        strangers.find(({ kind }) => kind === 'descriptions')!,
      ),
    ).toMatchObject([{ description: 'About' }]);
    expect(keptIn(scene.rig)).toEqual(
      expect.arrayContaining([{ kind: 'blocks', id: 'pre_blocks_bob', because: 'unsure' }]),
    );
  },
);

test('a user, a group and a membership that other people created again under the ids of the job stay theirs', async () => {
  await using scene = await startScene(() => 'pass');
  const { client } = scene;
  await run(scene);
  const dated = strangers.filter(
    ({ kind, isProvable }) => isProvable && kind !== 'messages' && kind !== 'replies',
  );
  for (const { remove } of dated.toReversed()) await remove(client);
  const theirs = await registerAll(scene, dated, false);

  await undo(scene);

  expectUntouched(scene, theirs);
  expect(keptIn(scene.rig)).toEqual(
    expect.arrayContaining(dated.map(({ kind, id }) => ({ kind, id, because: 'unsure' }))),
  );
});

test('what was stored in requests whose answers were lost is proved by its date or its message id, and by nothing else', async () => {
  const lost = new Set<string>();
  await using scene = await startScene((request) => {
    const isLost = strangers.some((stranger) => stranger.request === request);
    if (!isLost || lost.has(request)) return 'pass';
    lost.add(request);
    return 'lose-answer';
  });

  await run(scene);

  expect(provedIn(scene)).toEqual({
    ...none,
    users: 3,
    groups: 2,
    members: 1,
    messages: 2,
    replies: 1,
  });
  await undo(scene);
  const unproved = strangers.filter(({ isProvable }) => !isProvable);
  const listed = keptIn(scene.rig).filter((line) => 'because' in line);
  expect(listed.toSorted(byId)).toEqual(
    unproved.map(({ kind, id }) => ({ kind, id, because: 'unsure' })).toSorted(byId),
  );
  for (const stranger of strangers)
    expect([stranger.id, heldOf(scene, stranger).length]).toEqual([
      stranger.id,
      stranger.isProvable || stranger.goesWithOwn ? 0 : 1,
    ]);
});

test('memberships of which the chat endpoints have stored some, and lost the answer, are the job’s by no proof', async () => {
  let lost = 0;
  await using scene = await startScene(
    (request) => (request === 'POST /groups/own/members' && ++lost === 1 ? 'lose-answer' : 'pass'),
    'chat',
  );

  await run(scene);

  const { plan, ledger } = jobFolder(scene.rig.job);
  const { created, present, presentByThisJob } = runStatus(plan, ledger).kinds.members;
  expect({ created, present, presentByThisJob }).toEqual({
    created: 0,
    present: 3,
    presentByThisJob: 0,
  });
  await undo(scene);
  expect(keptIn(scene.rig)).toEqual(
    expect.arrayContaining(chatMembers.map(({ kind, id }) => ({ kind, id, because: 'unsure' }))),
  );
});

/** Somebody bans again the user whose ban a delta lifts. */
const bannedAgain = (client: Client) =>
  client.call('groups.bannedUsers.ban', { path: { guid: 'own', uid: 'pre' } });

test.each([
  ...ways,
  ['an answer that is lost', 'lose-answer'],
  ['an answer that is lost, and a kill', 'kill'],
] as const)(
  'a ban that others set while the request to lift one is lost by %s is not lifted',
  async (_, answer) => {
    let kill = new AbortController();
    let lost = 0;
    await using scene = await startScene(async (request, { client }) => {
      if (request !== 'DELETE /groups/own/bannedusers/pre') return 'pass';
      if (++lost > 1) return 'pass';
      if (answer === 'hold' || answer === 'kill') kill.abort();
      if (answer !== 'lose-answer' && answer !== 'kill') return answer;
      // Once the service has lifted the ban.
      await client.call('groups.bannedUsers.unban', { path: { guid: 'own', uid: 'pre' } });
      await bannedAgain(client);
      return 'break';
    });
    await run(scene);
    const { rig, target } = scene;
    const later = structuredClone(rows) as unknown as { members: { isBanned?: boolean }[] };
    delete later.members[2]!.isBanned;
    const { job } = await delta(rig, later, 'night', rig.job);
    rig.useJob('night');

    do {
      kill = new AbortController();
      await run({ rig, target, membersBy: 'data-import' }, kill.signal);
    } while (kill.signal.aborted);

    const { plan, ledger } = jobFolder(job);
    expect(runStatus(plan, ledger).kinds.unbans).toMatchObject({ unresolved: 1, created: 0 });
    expect(lost).toBe(1);
    expect(appContent(rig.service)['bans']).toEqual([{ guid: 'own', uid: 'pre' }]);
    await undo(scene);
    expect(appContent(rig.service)['bans']).toEqual([{ guid: 'own', uid: 'pre' }]);
  },
);

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byKind } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { failedRecords, type RunOptions } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { rolesMissing } from '../src/preflight/missing-roles.ts';
import { differingFields, differingText } from '../src/comparing/differing-text.ts';
import { presentDiffers } from '../src/present/present-differs.ts';
import { ManualClock } from './support/manual-clock.ts';
import { MemoryLedger } from './support/memory-ledger.ts';
import { type Rig, type RigShape, startRig } from './support/rig.ts';
import type { Rows } from './support/make-plan.ts';
import { lastMonth, messages, town, users } from './support/rows.ts';

const people = 4;
const texts = 20;

/** A rig whose service holds these rows already, put there by another job. */
async function startOnto(held: Rows, rows: Rows, shape: RigShape = {}): Promise<Rig> {
  const rig = await startRig(rows, shape);
  await using other = await startRig(held);
  const { baseUrl, apiKey } = rig.service;
  const { result } = await other.run({}, { baseUrl, apiKey });
  if (result?.end !== 'finished') throw new Error(`could not prepare: ${result?.reason?.message}`);
  preparedWith.set(rig, rig.sends().length);
  return rig;
}

function otherTexts(rows: Rows): Rows {
  return {
    ...rows,
    messages: rows.messages!.map((row) => ({ ...row, data: { text: 'Something else' } })),
  };
}

/** Three users, the first with a name. */
function named(name: string): Rows {
  return { users: [{ ...users(1)[0], name }, ...users(3).slice(1)] };
}

function banned(rows: Rows): Rows {
  return { ...rows, members: rows.members!.map((row) => ({ ...row, isBanned: true })) };
}

/** Requests that the other job made. */
const preparedWith = new WeakMap<Rig, number>();

/** The operations of the job's own requests that write. */
function writes(rig: Rig): string[] {
  return rig
    .sends()
    .slice(preparedWith.get(rig) ?? 0)
    .map(({ operation }) => operation!);
}

test('another export with the same message ids is stopped before anything is sent', async () => {
  const rows = town(people, texts);
  await using rig = await startOnto(rows, otherTexts(rows));

  const { result } = await rig.run();

  expect(result?.reason?.code).toBe('present-differs');
  expect(result?.reason?.message).toContain('20 messages');
  expect(result?.reason?.message).toContain('messages:m1 (messages.ndjson:1) differs in data.text');
  expect(result?.reason?.message).not.toContain('Something else');
  expect(result?.reason?.fix).toMatch(/muidPrefix.*idPrefix.*another app.*`maxDifferent: N`/);
  expect(writes(rig)).toEqual([]);
});

test('differences that are allowed let the run continue, and are counted', async () => {
  const rows = town(people, texts);
  await using rig = await startOnto(rows, otherTexts(rows));

  const { result } = await rig.run({ maxDifferent: { percent: 100 } });

  expect(result).toMatchObject({ end: 'finished' });
  expect(result?.counts.messages).toMatchObject({ created: 0, present: 20, presentDifferent: 20 });
  expect(result?.counts.users).toMatchObject({ present: 4, presentSame: 4 });
  expect(rig.held('messages')).toHaveLength(texts);
});

test('the same export once more is compared, and users and groups are not even sent', async () => {
  const { messages: said, ...others } = town(people, texts);
  const rows = { ...others, messages: said!.map((row) => ({ ...row, tags: ['news'] })) };
  await using rig = await startOnto(rows, rows);

  const { result } = await rig.run();

  expect(result).toMatchObject({ end: 'finished' });
  expect(result?.counts).toMatchObject({
    users: { present: 4, presentSame: 4, presentDifferent: 0 },
    groups: { present: 1, presentSame: 1, presentDifferent: 0 },
    members: { present: 3, presentSame: 3, presentDifferent: 0 },
    messages: { present: 20, presentSame: 20, presentDifferent: 0 },
  });
  expect(writes(rig)).not.toContain('dataImport.users');
  expect(writes(rig)).not.toContain('dataImport.groups');
});

test('the profile of a user who is there with another name is left as it is, also when allowed', async () => {
  const { users: rows = [] } = named('Ann Brown');
  await using rig = await startOnto(named('Ann'), { users: [...rows, ...rows, ...rows] });

  const stopped = await rig.run();
  // The percentage is one of three planned records, and not of nine rows.
  const stoppedAgain = await rig.run({ maxDifferent: { percent: 20 } });
  const allowed = await rig.run({ maxDifferent: 1 });

  expect(stopped.result?.reason).toMatchObject({ code: 'present-differs' });
  expect(stopped.result?.reason?.message).toContain('users:u1 (users.ndjson:1) differs in name');
  expect(stoppedAgain.result?.reason).toMatchObject({ code: 'present-differs' });
  expect(allowed.result?.counts.users).toMatchObject({ presentSame: 2, presentDifferent: 1 });
  expect(writes(rig)).toEqual([]);
  expect(rig.service.db.prepare("SELECT name FROM users WHERE uid = 'u1'").get()).toEqual({
    name: 'Ann',
  });
});

test('what was there before a run that was cut off is not taken for its own by the next one', async () => {
  await using rig = await startOnto(named('Ann'), {
    users: [{ ...users(1)[0], name: 'Ann Brown' }, ...users(4).slice(1)],
  });
  rig.service.setFaults([{ fault: 'silence', stored: true, operation: 'dataImport.users' }]);
  const now = new AbortController();
  const watch = setInterval(() => rig.held('users').length === 4 && now.abort(), 5);

  await rig.run({ maxDifferent: 1 }, { stop: { now: now.signal } });
  clearInterval(watch);
  rig.service.setFaults([]);
  const { result } = await rig.run({ maxDifferent: 1 });

  expect(result).toMatchObject({
    end: 'finished',
    counts: {
      users: { present: 4, presentByThisJob: 1, presentSame: 2, presentDifferent: 1 },
    },
  });
});

test('other content under the same ids is found after a lost answer too', async () => {
  const rows = town(people, texts);
  await using rig = await startOnto(rows, otherTexts(rows), { recordsPerRequest: 10 });
  rig.service.setFaults([
    { fault: 'status-after', status: 502, operation: 'dataImport.messages', when: { nth: 1 } },
  ]);

  const { result } = await rig.run({ maxDifferent: { percent: 100 } });

  expect(result?.counts.messages).toMatchObject({
    created: 0,
    present: 20,
    presentByThisJob: 0,
    presentDifferent: 20,
  });
});

test('users that are deactivated in the app are found before anything is sent', async () => {
  const rows = town(people, texts);
  await using rig = await startOnto({ users: rows.users! }, rows);
  rig.service.db.exec("UPDATE users SET deactivated_at = 1700000000 WHERE uid = 'u2'");

  const { result } = await rig.run();

  expect(result?.reason?.message).toContain('users:u2 (users.ndjson:2) differs in deactivated');
  expect(writes(rig)).toEqual([]);
});

test('members that differ stop the run before the messages, and it can be resumed', async () => {
  const rows = town(people, texts);
  const admins = { ...rows, members: rows.members!.map((row) => ({ ...row, scope: 'admin' })) };
  await using rig = await startOnto({ ...admins, messages: [] }, rows);

  const stopped = await rig.run();
  const again = await rig.run();
  const resumed = await rig.run({ maxDifferent: 3 });

  expect(stopped.result).toMatchObject({ end: 'stopped', reason: { code: 'present-differs' } });
  expect(stopped.result?.reason?.message).toContain('differs in scope');
  expect(stopped.result?.counts.members).toMatchObject({ present: 3, presentDifferent: 3 });
  expect(again.result?.reason?.code).toBe('present-differs');
  expect(stopped.result?.counts.messages).toMatchObject({ pending: texts });
  expect(resumed.result).toMatchObject({ end: 'finished' });
  expect(resumed.result?.counts.messages).toMatchObject({ created: texts, pending: 0 });
});

test('a member who is banned in the app, and not in the plan, is refused by the service', async () => {
  const rows = town(people, 0);
  await using rig = await startOnto(banned(rows), rows);

  const { result } = await rig.run({ maxDifferent: { percent: 100 }, maxFailures: 'none' });

  expect(result?.counts.members).toMatchObject({ created: 0, present: 0, failed: 3 });
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject(
    ['u2', 'u3', 'u4'].map((uid) => ({
      kind: 'members',
      id: `square_member_${uid}`,
      code: 'ERR_BANNED_GROUPMEMBER',
    })),
  );
});

test('a planned ban is the same where the ban exists, and differs where the user is a member', async () => {
  const rows = town(people, 0);
  await using both = await startOnto(banned(rows), banned(rows));
  await using member = await startOnto(rows, banned(rows));

  const same = await both.run();
  const different = await member.run({ maxDifferent: { percent: 100 } });

  expect(same.result).toMatchObject({ end: 'finished' });
  expect(same.result?.counts.members).toMatchObject({ present: 3, presentSame: 3, failed: 0 });
  expect(different.result?.counts.members).toMatchObject({ present: 3, presentDifferent: 3 });
});

test('roles that the app lacks stop the run with their names, unless the plan has them', async () => {
  const rows = { users: users(3).map((row) => ({ ...row, role: 'manager' })) };
  await using rig = await startRig(rows);

  const stopped = await rig.run();
  await using other = await startRig({ ...rows, roles: [{ role: 'manager' }] });
  const created = await other.run();

  expect(stopped.result).toMatchObject({ end: 'stopped', reason: { code: 'roles-missing' } });
  expect(stopped.result?.reason?.message).toContain('3 users of the plan have: manager');
  expect(created.result?.counts.roles).toMatchObject({ created: 1 });
  expect(created.result?.counts.users).toMatchObject({ created: 3, failed: 0 });
});

test('an outage during the preflight is waited out', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(town(people, texts), {
    clock,
    answerTimeoutMs: 100,
    service: { now: () => clock.now() },
  });
  rig.service.setFaults([
    { fault: 'html', status: 503, operation: 'users.list', when: { from: 1, to: 3 } },
    { fault: 'rate-limit', seconds: 40, operation: 'groups.list', when: { nth: 1 } },
    { fault: 'empty-200', operation: 'groups.list', when: { nth: 2 } },
    { fault: 'silence', operation: 'messages.list', when: { nth: 1 } },
  ]);

  const { result, events } = await rig.run();

  expect(result).toMatchObject({ end: 'finished' });
  const reasons = events.flatMap((event) => (event.type === 'waiting' ? [event.why] : []));
  expect(reasons).toEqual(expect.arrayContaining(['trouble', 'rate-limited']));
  const lists = rig.service.requests.filter(({ operation }) => operation === 'groups.list');
  expect(lists).toHaveLength(3);
  expect(lists[1]!.at - lists[0]!.at).toBeGreaterThanOrEqual(40_000);
});

test('two short outages of what is read, with hours between them, are not one', async () => {
  const clock = new ManualClock();
  const reactions = [{ muid: 'm1', uid: 'u1', reaction: '👍' }];
  const rows = { users: users(2), messages: messages(1, 2), reactions };
  await using rig = await startRig(rows, { clock });
  const html = { fault: 'html', status: 503 } as const;
  rig.service.setFaults([
    { ...html, operation: 'users.list', when: { nth: 1 } },
    { ...html, operation: 'messages.list', when: { nth: 2 } },
  ]);

  const { result } = await rig.run(
    {},
    { onEvent: ({ type }) => type === 'preflight-finished' && clock.advance(3_600_000) },
  );

  expect(result).toMatchObject({ end: 'finished', counts: { reactions: { created: 1 } } });
});

test.each([true, false])(
  'the words of the service about a list are left out of events and reason: %s',
  async (codesOnly) => {
    const clock = new ManualClock();
    await using rig = await startRig(town(people, texts), { clock });
    const words = { fault: 'status-before', message: 'Dear Ann', operation: 'users.list' } as const;
    rig.service.setFaults([
      { ...words, status: 503, when: { nth: 1 } },
      { ...words, status: 400, code: 'ERR_BAD_REQUEST', when: { nth: 2 } },
    ]);

    const { result, events } = await rig.run({ codesOnly });

    expect(result?.reason).toMatchObject({ serviceCode: 'ERR_BAD_REQUEST' });
    expect(events.some(({ type }) => type === 'waiting')).toBe(true);
    expect(JSON.stringify([result, events]).includes('Dear Ann')).toBe(!codesOnly);
  },
);

test('an outage that lasts longer than allowed stops the run with nothing written', async () => {
  await using rig = await startRig(town(people, texts), { clock: new ManualClock() });
  rig.service.setFaults([{ fault: 'html', status: 503, operation: 'users.list' }]);

  const { result } = await rig.run({ giveUpAfterMs: 60_000 });

  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'gave-up' } });
  expect(writes(rig)).toEqual([]);
});

test('a run that is asked to stop during the preflight stops there', async () => {
  await using rig = await startRig(town(people, texts));
  const stop = new AbortController();

  const { result } = await rig.run(
    {},
    {
      stop: { finish: stop.signal },
      onEvent: ({ type }) => type === 'preflight-started' && stop.abort(),
    },
  );

  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'interrupted' } });
  expect(writes(rig)).toEqual([]);
});

test('a run that stopped while users were left lists the app again, and counts its own users as its own', async () => {
  await using rig = await startRig(
    { users: users(30), messages: messages(3, 3) },
    { recordsPerRequest: 10, lanes: 1, clock: new ManualClock() },
  );
  rig.service.setFaults([
    { fault: 'status-before', operation: 'dataImport.users', when: { from: 2 } },
  ]);
  const first = await rig.run({ giveUpAfterMs: 1000 });
  rig.service.setFaults([]);

  const { result } = await rig.run();

  expect(first.result?.counts.users).toMatchObject({ created: 10, pending: 20 });
  expect(result?.counts.users).toMatchObject({ created: 30, present: 0 });
});

test('a comparison that was cut short is made by the next run', async () => {
  const rows = { users: users(3), messages: messages(20, 3) };
  await using rig = await startOnto(rows, rows, { clock: new ManualClock() });
  const options: Partial<RunOptions> = { giveUpAfterMs: 1000 };
  // The preflight reads one page from each end.
  rig.service.setFaults([{ fault: 'html', operation: 'messages.list', when: { from: 3 } }]);
  const first = await rig.run(options);
  rig.service.setFaults([]);

  const second = await rig.run(options);

  expect(first.result).toMatchObject({ end: 'stopped', reason: { code: 'gave-up' } });
  expect(first.result?.counts.messages).toMatchObject({ present: 20, presentSame: 0, pending: 0 });
  expect(second.result).toMatchObject({ end: 'finished' });
  expect(second.result?.counts.messages).toMatchObject({ present: 20, presentSame: 20 });
});

test('a run that is asked to stop while it compares does not read the rest of the plan first', async () => {
  const rows = { users: users(3), messages: messages(1000, 3) };
  await using rig = await startOnto(rows, rows, { recordsPerRequest: 10 });
  const ledger = new MemoryLedger(byKind((kind) => rig.plan.summary.kinds[kind].planned));
  const stop = new AbortController();
  let batches = 0;
  const batch = ledger.batch.bind(ledger);
  ledger.batch = (seq) => {
    batches++;
    stop.abort();
    return batch(seq);
  };

  const { result } = await rig.run({}, { ledger, stop: { finish: stop.signal } });
  const read = batches;
  const next = await rig.run({}, { ledger });

  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'interrupted' } });
  expect(result?.counts.messages).toMatchObject({ present: 1000, presentSame: 0 });
  expect(read).toBeLessThan(100);
  // More batches than are written at a time.
  expect(rig.plan.summary.kinds.messages.batches).toBeGreaterThan(100);
  expect(next.result?.counts.messages).toMatchObject({ present: 1000, presentSame: 1000 });
});

test('a member list of many pages is read to its end', async () => {
  const rows: Rows = {
    users: users(1100),
    groups: [{ guid: 'square', name: 'Square', type: 'public', createdAt: lastMonth }],
    members: users(1100).map(({ uid }) => ({ guid: 'square', uid })),
  };
  await using rig = await startOnto(rows, rows);

  const { result } = await rig.run();

  expect(result?.counts.users).toMatchObject({ presentSame: 1100 });
  expect(result?.counts.members).toMatchObject({ present: 1100, presentSame: 1100 });
});

test('the work file of a killed run is removed by the next one', async () => {
  await using rig = await startRig({ users: users(3) });
  const left = join(rig.folder, 'compared.tmp');
  writeFileSync(left, 'words of people');

  await rig.run();

  expect(existsSync(left)).toBe(false);
});

test('differences that an earlier run has found count in the preflight of the next', async () => {
  const square = { guid: 'square', name: 'Square', type: 'public' };
  const rows: Rows = { ...named('Planned'), groups: [square, { ...square, guid: 'den' }] };
  const held = { users: named('Held').users!.slice(0, 1) };
  await using rig = await startOnto(held, rows, { recordsPerRequest: 1, lanes: 1 });
  await rig.run(
    { maxDifferent: 1 },
    { onEvent: ({ type }) => (type === 'batch-settled' ? 'enough' : undefined) },
  );
  rig.service.seed({ groups: [{ ...square, name: 'Another square' }] });
  const before = writes(rig).length;

  const { result } = await rig.run({ maxDifferent: 1 });

  expect(result?.reason?.code).toBe('present-differs');
  expect(result?.counts.groups.pending).toBe(2);
  expect(writes(rig)).toHaveLength(before);
});

test('a record that the lists of the service do not show is not taken for compared', async () => {
  await using rig = await startRig({ users: users(2), messages: messages(3, 2) });
  const error = { code: 'ERR_IMPORT_MUID_ALREADY_EXISTS', message: 'It is there.' };
  const data = Object.fromEntries(
    ['m1', 'm2', 'm3'].map((muid) => [muid, { success: false, error }]),
  );
  await using front = await startFront(rig.service, ({ path }) =>
    path.includes('messages') ? { status: 200, body: { data } } : 'pass',
  );

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(result?.counts.messages).toMatchObject({
    present: 3,
    presentSame: 0,
    presentDifferent: 0,
  });
});

test('messages that the job created stay created when others of them were there before', async () => {
  const rows = { users: users(3), messages: messages(6, 3) };
  await using rig = await startOnto({ ...rows, messages: rows.messages.slice(0, 3) }, rows);

  const { result } = await rig.run();

  expect(result?.counts.messages).toMatchObject({ created: 3, present: 3, presentSame: 3 });
});

test('a comparison of more batches than share a transaction counts each record once', async () => {
  const rows = { users: users(3), messages: messages(101, 3) };
  await using rig = await startOnto(rows, rows, { recordsPerRequest: 1 });

  const { result } = await rig.run();

  expect(result?.counts.messages).toMatchObject({ present: 101, presentSame: 101 });
});

test('messages that were sent through the chat endpoints before are the same, although at another time', async () => {
  const rows = { users: users(3), messages: messages(6, 3) };
  await using rig = await startOnto(rows, rows);
  rig.service.db.exec('UPDATE messages SET sent_at = sent_at + 60');

  const { events } = await rig.run({ routes: { messages: 'chat' } });

  expect(events.find(({ type }) => type === 'preflight-finished')).toMatchObject({
    found: expect.arrayContaining([{ kind: 'messages', same: 6, different: 0 }]),
  });
});

test('records that a killed run was sending are not called its own when the app holds other content by now', async () => {
  const rows = { users: users(6), messages: messages(3, 3) };
  await using rig = await startRig(rows, { recordsPerRequest: 3, lanes: 1 });
  const killed = new AbortController();
  await using front = await startFront(rig.service, () => {
    killed.abort();
    return 'lose-answer';
  });
  await rig.run({}, { baseUrl: front.baseUrl, stop: { now: killed.signal } });
  await expect.poll(() => rig.held('users')).toHaveLength(3);
  rig.service.db.exec("UPDATE users SET name = 'Changed in the app since'");

  const stopped = await rig.run();
  const { result } = await rig.run({ maxDifferent: 3 });

  expect(stopped.result?.reason).toMatchObject({ code: 'present-differs' });
  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { created: 3, present: 3, presentByThisJob: 0, presentDifferent: 3 } },
  });
});

test.each([
  ['oldest', -1],
  ['newest', 2000],
])(
  'another export of which only the %s of many messages is in the plan is recognised',
  async (_, minutes) => {
    const rows = { users: users(2), messages: messages(1, 2) };
    await using rig = await startRig(rows);
    const held = Array.from({ length: 1002 }, (_unused, nth) => ({
      ...rows.messages[0],
      category: 'message',
      type: 'text',
      muid: `other${nth}`,
      sentAt: lastMonth + nth * 60,
    }));
    const same = { ...held[0], muid: 'm1', data: { text: 'X' }, sentAt: lastMonth + minutes * 60 };
    rig.service.seed({ users: rows.users, messages: [...held, same] });

    const { result } = await rig.run();

    expect(result?.reason).toMatchObject({ code: 'present-differs' });
    expect(writes(rig)).toEqual([]);
  },
);

test('the default role is never taken for one that the app lacks', async () => {
  await using rig = await startRig({ users: [{ ...users(1)[0], role: 'default' }] });
  rig.service.db.exec("DELETE FROM roles WHERE role = 'default'");

  const { result } = await rig.run();

  expect(result?.reason?.code).not.toBe('roles-missing');
  expect(writes(rig)).toContain('dataImport.users');
});

test.each([
  { count: 1, list: 'role0', having: 1 },
  { count: 20, list: 'role18, role19', having: 210 },
  { count: 22, list: 'role18, role19 and 2 more', having: 253 },
])('of $count roles that the app lacks, at most 20 are named', ({ count, list, having }) => {
  const roles = Array.from({ length: count }, (_, nth) => {
    const role = `role${nth}`;
    return { role, name: role, users: nth + 1 };
  });

  expect(rolesMissing(roles).message).toMatch(
    new RegExp(
      `that ${having} ${having === 1 ? 'user of the plan has' : 'users of the plan have'}: .*${list}\\. Nothing was sent`,
    ),
  );
});

test('of users who are there with other content, five are named', async () => {
  const held = users(6).map((user) => ({ ...user, name: 'Somebody else' }));
  await using rig = await startOnto({ users: held }, { users: users(6) }, { lanes: 1 });

  const { result } = await rig.run();

  expect(result?.reason?.message).toContain('users:u5 (users.ndjson:5) differs in name.');
  expect(result?.reason?.message).not.toContain('users:u6');
});

test('a stop over differences counts them by kind, and names five of them', () => {
  const counts = [
    { kind: 'users', different: 7 },
    { kind: 'roles', different: 0 },
    { kind: 'groups', different: 1 },
  ] as const;
  const fields = differingFields(['name', 'tags', 'name'].map((field) => ({ field }) as never));
  const { message } = differingText(fields);
  const examples = [1, 2, 3, 4, 5, 6].map((line) => ({
    kind: 'users' as const,
    id: `u${line}`,
    message,
    file: 'users.csv',
    line,
  }));

  const reason = presentDiffers(counts, examples, 3);

  expect(message).toBe('differs in name, tags');
  expect(reason.message).toMatch(/holds 8 records .*: 7 users, 1 group; maxDifferent allows 3\./);
  expect(reason.message).toContain('users:u5 (users.csv:5) differs in name, tags.');
  expect(reason.message).not.toContain('users:u6');
});

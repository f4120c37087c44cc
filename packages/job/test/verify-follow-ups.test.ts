import { expect, test } from 'vitest';
import { planFiles, runJob, type VerifyEvent, verifyJob } from '../src/index.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

const anHourAgo = Math.floor(Date.now() / 1000) - 3600;

function writeTown(rig: JobRig): string {
  rig.write('export/roles.csv', ['role,name,description', 'elder,Elder,Long here', 'guest,Guest,']);
  rig.write('export/users.csv', [
    'uid,name,role,deactivatedAt',
    'ann,Ann,elder,',
    'bob,Bob,,',
    'cy,Cy,guest,',
    `old,Old,,${anHourAgo}`,
    `odd,Odd,,${anHourAgo}`,
    'zoe,Zoe,,',
  ]);
  rig.write('export/friends.csv', [
    'uid,friend',
    'ann,bob',
    'ann,zoe',
    'old,ann',
    'old,odd',
    'old,zoe',
  ]);
  rig.write('export/blocks.csv', ['uid,blocked', 'bob,cy', 'ann,old', 'old,bob']);
  rig.write('export/groups.csv', ['guid,name,type,description', 'den,Den,public,Where all meet']);
  return `${rig.folder}/export`;
}

/** The kinds that are not as planned, with the numbers that say so, and the fields that differ. */
async function findings(rig: JobRig): Promise<string[]> {
  const { kinds } = await verifyJob({
    job: rig.job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
  });
  return kinds.flatMap(({ kind, missing, different, extra, doubled, hidden, fields }) => {
    const counts = Object.entries({ missing, different, extra, doubled, hidden });
    const found = counts.filter(([, count]) => count > 0).map((each) => each.join(' '));
    return found.length === 0
      ? []
      : [[kind, ...found.toReversed(), ...fields.map(({ field }) => field)].join(' ')];
  });
}

/** Of a friendship of two deactivated users, and of the block of one, the service shows no list. */
const hidden = ['friends hidden 1', 'blocks hidden 1'];

const changes: Readonly<Record<string, readonly string[]>> = {
  "DELETE FROM roles WHERE role = 'guest'": ['roles missing 1', ...hidden],
  "UPDATE roles SET description = 'New here' WHERE role = 'elder'": [
    'roles different 1 description',
    ...hidden,
  ],
  "UPDATE users SET role = 'default' WHERE uid = 'ann'": ['users different 1 role', ...hidden],
  // Only that he was deactivated is another record.
  "UPDATE users SET name = 'Older' WHERE uid = 'old'": ['users different 1 name', ...hidden],
  'UPDATE groups SET description = NULL': ['descriptions missing 1', ...hidden],
  "UPDATE groups SET description = 'Closed'": ['descriptions different 1 description', ...hidden],
  "DELETE FROM friends WHERE uid IN ('ann', 'bob') AND friend IN ('ann', 'bob')": [
    'friends hidden 1 missing 1',
    'blocks hidden 1',
  ],
  // The list of the other user shows the friendship of one who is deactivated.
  "DELETE FROM friends WHERE 'zoe' IN (uid, friend) AND 'old' IN (uid, friend)": [
    'friends hidden 1 missing 1',
    'blocks hidden 1',
  ],
  "INSERT INTO friends VALUES ('ann', 'cy', 1), ('cy', 'ann', 1)": [
    'friends hidden 1 extra 1',
    'blocks hidden 1',
  ],
  "DELETE FROM blocks WHERE uid = 'bob'": ['friends hidden 1', 'blocks hidden 1 missing 1'],
  "UPDATE blocks SET blocked = 'ann' WHERE uid = 'bob'": [
    'friends hidden 1',
    'blocks hidden 1 extra 1 missing 1',
  ],
  "UPDATE users SET deactivated_at = NULL WHERE uid = 'odd'": [
    'blocks hidden 1',
    'deactivations missing 1',
  ],
};

test('a verification finds every change to roles, descriptions, friends, blocks and deactivations', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await planFiles([writeTown(rig)], { job: rig.job });
  for await (const _ of runJob({
    job: rig.job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
    chatRequestsPerMinute: 'unlimited',
    allowsLive: true,
  }));
  expect(await findings(rig)).toEqual(hidden);
  const { db } = rig.service;
  const tables = ['roles', 'users', 'groups', 'friends', 'blocks'];
  for (const table of tables)
    db.exec(`CREATE TEMP TABLE ${table}_before AS SELECT * FROM ${table}`);

  const found: Record<string, readonly string[]> = {};
  for (const sql of Object.keys(changes)) {
    db.exec(sql);
    found[sql] = await findings(rig);
    for (const table of tables)
      db.exec(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM ${table}_before`);
  }

  expect(found).toEqual(changes);
});

test('a friendship of which both lists are read counts once, whichever of its users are deactivated', async () => {
  await using rig = await startJobRig();
  rig.write('export/users.csv', [
    'uid,name,deactivatedAt',
    `abe,Abe,${anHourAgo}`,
    'bob,Bob,',
    `cat,Cat,${anHourAgo}`,
    'dan,Dan,',
  ]);
  rig.write('export/friends.csv', ['uid,friend', 'abe,bob', 'bob,cat', 'cat,dan']);
  await planFiles([`${rig.folder}/export`], { job: rig.job });
  for await (const _ of runJob({ job: rig.job, target: rig.target, allowsLive: true })) continue;

  const { kinds } = await verifyJob({ job: rig.job, target: rig.target });

  expect(kinds.find(({ kind }) => kind === 'friends')).toMatchObject({ same: 3, doubled: 0 });
});

test('the progress has the requests so far, and expects those that the lists of the plan need', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  rig.writeExport(1200);
  rig.write('export/groups.csv', ['guid,name,type', 'den,Den,public', 'hut,Hut,public']);
  rig.write('export/members.csv', ['guid,uid', 'den,ada', 'den,bob', 'hut,ada']);
  rig.write('export/friends.csv', ['uid,friend', 'ada,bob']);
  await planFiles([`${rig.folder}/export`], { job: rig.job });
  const fast = { job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  for await (const _ of runJob({ ...fast, allowsLive: true })) continue;
  const events: VerifyEvent[] = [];
  const before = rig.service.requests.length;

  await verifyJob({ ...fast, onEvent: (event) => void events.push(event) });

  const last = events.at(-1)!;
  expect(last.requests).toBe(rig.service.requests.length - before);
  expect(last.kinds.map(({ kind, planned, requests }) => [kind, planned, requests])).toEqual([
    ['users', 2, 2],
    ['groups', 2, 2],
    ['members', 3, 5],
    ['messages', 1200, 3],
    ['friends', 1, 3],
  ]);
  // The members fit into fewer pages than they might have needed.
  expect(last.requests).toBe(13);
});

test('a list that shows several kinds is read once, and each kind is compared', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  const message = { sender: 'ada', receiver: 'bob', receiverType: 'user', sentAt: anHourAgo };
  rig.write('export/users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  rig.write('export/groups.csv', ['guid,name,type,description', 'den,Den,public,Ours']);
  rig.write('export/messages.ndjson', [
    JSON.stringify({ ...message, muid: 'm1', text: 'One' }),
    JSON.stringify({
      ...message,
      muid: 'm2',
      data: { text: 'Two', metadata: { parentMuid: 'm1' } },
    }),
  ]);
  await planFiles([`${rig.folder}/export`], { job: rig.job, threads: 'reply' });
  for await (const _ of runJob({ job: rig.job, target: rig.target, allowsLive: true })) continue;
  const { db, requests } = rig.service;
  db.exec(`UPDATE messages SET data = json_set(data, '$.text', 'Changed') WHERE muid = 'm2'`);
  db.exec("UPDATE groups SET description = 'Theirs'");
  const before = requests.length;
  const events: VerifyEvent[] = [];

  const found = await verifyJob({
    job: rig.job,
    target: rig.target,
    onEvent: (event) => void events.push(event),
  });

  expect(found.kinds.map(({ kind, same, different }) => [kind, same, different])).toEqual([
    ['users', 2, 0],
    ['groups', 1, 0],
    ['messages', 1, 0],
    ['descriptions', 0, 1],
    ['replies', 0, 1],
  ]);
  const read = rig.service.requests.slice(before).map(({ operation }) => operation);
  expect(read.filter((operation) => operation === 'messages.list')).toHaveLength(2);
  expect(read.filter((operation) => operation === 'groups.list')).toHaveLength(2);
  expect(events.at(-1)!.kinds.map(({ kind, requests: needed }) => [kind, needed])).toEqual([
    ['users', 2],
    ['groups', 2],
    ['descriptions', 0],
    ['messages', 2],
    ['replies', 0],
  ]);
});

test('only the kinds and the lists that the plan needs are read', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  rig.writeExport(3);
  const live = { job: rig.job, target: rig.target, allowsLive: true } as const;
  const asked = async (): Promise<string[]> => {
    const before = rig.service.requests.length;
    await verifyJob({ job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' });
    const operations = rig.service.requests.slice(before).map(({ operation }) => operation!);
    return [...new Set(operations)].toSorted();
  };
  await planFiles([`${rig.folder}/export`], { job: rig.job });
  for await (const _ of runJob(live)) continue;
  const plain = await asked();

  rig.write('export/reactions.csv', ['muid,uid,reaction', 'm1,bob,👍']);
  rig.useJob('reacted');
  await planFiles([`${rig.folder}/export`], { job: rig.job });
  for await (const _ of runJob({ ...live, job: rig.job })) continue;
  const lists = async (): Promise<number> => {
    const before = rig.service.requests.length;
    await verifyJob({ job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' });
    const seen = rig.service.requests.slice(before);
    return seen.filter(({ operation }) => operation === 'messages.reactions.list').length;
  };
  const ofPlanned = await lists();
  rig.service.db
    .exec(`INSERT INTO reactions SELECT (SELECT max(id) FROM reactions) + 1, message_id + 1, reaction, uid, reacted_at
    FROM reactions`);
  const withAnother = await lists();

  expect(plain).toEqual(['messages.list', 'users.list']);
  expect(ofPlanned).toBeGreaterThan(0);
  expect(withAnother).toBe(ofPlanned);
});

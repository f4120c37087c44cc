import { jobStatus, verifyJob } from '@chatferry/job';
import { expect, test } from 'vitest';
import { type FollowRig, SENT, startFollowRig } from './support/follow-rig.ts';

// Records that a later segment changes, or decides about together with another record.

async function verified({
  job,
  target,
}: FollowRig): Promise<[complete: boolean, faults: string[]]> {
  const { complete, kinds } = await verifyJob({ job, target, requestsPerMinute: 'unlimited' });
  const faults = kinds.filter(({ planned, same, hidden }) => same + hidden !== planned);
  return [complete, faults.map(({ kind }) => kind)];
}

test('the reactions to a message that is removed later are not missing, and do not stay', async () => {
  await using rig = await startFollowRig();
  const reactions = {
    query: 'SELECT * FROM likes',
    key: 'id',
    ignore: ['id'],
    columns: { post: 'muid', person: 'uid' },
    constants: { reaction: '👍' },
  };
  Object.assign(rig.forum.source, { kinds: { ...rig.forum.source.kinds, reactions } });
  await rig.forum.exec(`
    CREATE TABLE likes (id bigint PRIMARY KEY, post varchar(50), person varchar(50));
    INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);`);
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec(`
    INSERT INTO posts VALUES (1, NULL, 'ann', 'bob', ${SENT}, 'one'), (2, NULL, 'ann', 'bob', ${SENT + 1}, 'two');
    INSERT INTO likes VALUES (1, '1', 'bob'), (2, '2', 'bob');`);
  await rig.follow();
  await rig.forum.exec('DELETE FROM likes WHERE id = 1; DELETE FROM posts WHERE id = 1');
  await rig.follow();

  expect(rig.held.messages).toEqual({ 2: 'two' });
  expect(jobStatus(rig.job).follow!.gone).toBe(0);
  expect(await verified(rig)).toEqual([true, []]);
});

test('the memberships of a user who is deactivated later are not missing', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec("INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL)");
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec(`
    INSERT INTO rooms VALUES ('den', 'Den');
    INSERT INTO people VALUES ('cy', 'Cy', NULL);
    INSERT INTO seats VALUES ('den', 'ann', 'admin'), ('den', 'cy', 'participant');
    INSERT INTO posts VALUES (1, 'den', 'cy', NULL, ${SENT}, 'one'), (2, NULL, 'cy', 'ann', ${SENT + 1}, 'two');`);
  await rig.follow();
  await rig.forum.exec(`UPDATE people SET left_at = ${SENT + 50} WHERE id = 'cy'`);
  await rig.follow();

  expect(rig.held.users['cy']).toBe('Cy (left)');
  expect((await verified(rig))[1]).toEqual([]);
});

test('the description of a group is changed with its row', async () => {
  await using rig = await startFollowRig();
  const groups = {
    query: 'SELECT id, title, about FROM rooms',
    columns: { id: 'guid', title: 'name', about: 'description' },
    constants: { type: 'public' },
  };
  Object.assign(rig.forum.source, { kinds: { ...rig.forum.source.kinds, groups } });
  await rig.forum.exec(`ALTER TABLE rooms ADD about varchar(100);
    INSERT INTO people VALUES ('ann', 'Ann', NULL);`);
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec("INSERT INTO rooms VALUES ('den', 'Den', 'old')");
  await rig.follow();
  await rig.forum.exec("UPDATE rooms SET about = 'new'");
  await rig.follow();

  const held = rig.service.db.prepare('SELECT description FROM groups').get();
  expect(held).toEqual({ description: 'new' });
  expect(await verified(rig)).toEqual([true, []]);
});

test('a friendship of a user who is deactivated later is not missing', async () => {
  await using rig = await startFollowRig();
  const friends = {
    query: 'SELECT * FROM pals',
    key: ['one', 'other'],
    columns: { one: 'uid', other: 'friendUid' },
  };
  Object.assign(rig.forum.source, { kinds: { ...rig.forum.source.kinds, friends } });
  await rig.forum.exec(`
    CREATE TABLE pals (one varchar(50), other varchar(50), PRIMARY KEY (one, other));
    INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);`);
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec("INSERT INTO pals VALUES ('ann', 'bob')");
  await rig.follow();
  await rig.forum.exec(`UPDATE people SET left_at = ${SENT + 50} WHERE id = 'bob'`);
  await rig.follow();

  expect((await verified(rig))[1]).toEqual([]);
});

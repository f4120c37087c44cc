import { createClient } from '@chatferry/client';
import { undoJob } from '@chatferry/job';
import { expect, test } from 'vitest';
import { type FollowRig, startFollowRig, SENT } from './support/follow-rig.ts';

const START = `
  INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);
  INSERT INTO rooms VALUES ('den', 'Den');
  INSERT INTO seats VALUES ('den', 'ann', 'admin');
  INSERT INTO posts VALUES (1, 'den', 'ann', NULL, ${SENT}, 'one');
`;

/** Rows under whose ids others have stored something, and a row of the legacy system alone. */
const ROWS = `
  INSERT INTO people VALUES ('cy', 'Cy', NULL), ('dot', 'Dot', NULL);
  INSERT INTO rooms VALUES ('hut', 'Hut');
  INSERT INTO seats VALUES ('den', 'bob', 'participant');
  INSERT INTO posts VALUES (9, NULL, 'bob', 'ann', ${SENT + 9}, 'nine');
`;

const CHANGES = `
  UPDATE people SET name = name || ' changed' WHERE id IN ('cy', 'dot');
  UPDATE rooms SET title = 'Hut changed' WHERE id = 'hut';
  UPDATE seats SET scope = 'admin' WHERE person = 'bob';
  UPDATE posts SET body = 'nine changed' WHERE id = 9;
`;

const REMOVALS = `
  DELETE FROM people WHERE id IN ('cy', 'dot');
  DELETE FROM rooms WHERE id = 'hut';
  DELETE FROM seats WHERE person = 'bob';
  DELETE FROM posts WHERE id = 9;
`;

/** Others store a user, a group, a membership and a message. @param isEqual with the content that the legacy system will have */
async function register(rig: FollowRig, isEqual: boolean): Promise<void> {
  await using client = createClient(rig.target);
  const name = (planned: string): string => (isEqual ? planned : `Not ${planned}`);
  await client.call('users.create', { body: { uid: 'cy', name: name('Cy') } });
  await client.call('groups.create', { body: { guid: 'hut', name: name('Hut'), type: 'public' } });
  const members = { [isEqual ? 'participants' : 'moderators']: ['bob'] };
  await client.call('groups.members.add', { path: { guid: 'den' }, body: members });
  await client.call('messages.send', {
    onBehalfOf: 'bob',
    body: {
      muid: '9',
      receiver: 'ann',
      receiverType: 'user',
      category: 'message',
      type: 'text',
      data: { text: name('nine') },
    },
  });
}

/** All that others have stored, as the app holds it. */
function ofOthers({ service }: FollowRig): unknown[] {
  return [
    "SELECT * FROM users WHERE uid = 'cy'",
    "SELECT guid, name, type, owner FROM groups WHERE guid = 'hut'",
    "SELECT * FROM members WHERE uid = 'bob'",
    "SELECT * FROM messages WHERE muid = '9'",
  ].map((sql) => service.db.prepare(sql).all());
}

async function changeAndFollow(rig: FollowRig, sql: string): Promise<void> {
  await rig.forum.exec(sql);
  await rig.follow({ maxRemovals: 100 });
}

async function undone({ job, target }: FollowRig): Promise<void> {
  const given = { job, target, requestsPerMinute: 'unlimited', allowsLive: true } as const;
  await Array.fromAsync(undoJob({ ...given, confirm: () => true }));
}

test('what others have stored under the ids of new rows is never changed, removed or undone', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec(START);
  await rig.sendBulk();
  await rig.follow();
  await register(rig, false);
  const theirs = ofOthers(rig);

  for (const sql of [ROWS, CHANGES, REMOVALS, ROWS, REMOVALS]) {
    await changeAndFollow(rig, sql);
    expect(ofOthers(rig)).toEqual(theirs);
  }
  // What the follower has made is its own.
  expect(rig.held.users['dot']).toBe('Dot (left)');
  await undone(rig);
  expect(ofOthers(rig)).toEqual(theirs);
  expect(Object.keys(rig.held.users)).toEqual(['ann', 'bob', 'cy']);
});

test('what others have stored with the same content is not removed or undone', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec(START);
  await rig.sendBulk();
  await rig.follow();
  await register(rig, true);
  const theirs = ofOthers(rig);

  for (const sql of [ROWS, REMOVALS]) await changeAndFollow(rig, sql);
  expect(ofOthers(rig)).toEqual(theirs);
  await undone(rig);
  expect(ofOthers(rig)).toEqual(theirs);
});

test('a membership that other people created again is not removed', async () => {
  await using rig = await startFollowRig();
  Object.assign(rig.forum.source.kinds!.members!, {
    query: `SELECT *, ${SENT - 9} AS since FROM seats`,
    columns: { room: 'guid', person: 'uid', since: 'joinedAt' },
  });
  await rig.forum.exec(START);
  await rig.sendBulk();
  await rig.follow();
  await changeAndFollow(rig, "INSERT INTO seats VALUES ('den', 'bob', 'participant')");
  const path = { guid: 'den' };
  await using client = createClient(rig.target);
  await client.call('groups.members.remove', { path: { ...path, uid: 'bob' } });
  await client.call('groups.members.add', { path, body: { moderators: ['bob'] } });

  await changeAndFollow(rig, "DELETE FROM seats WHERE person = 'bob'");

  expect(rig.held.members).toEqual(['den ann', 'den bob']);
});

test('a user whom other people created again is not updated, and the update is tried once', async () => {
  await using rig = await startFollowRig();
  Object.assign(rig.forum.source.kinds!.users!, {
    query: `SELECT *, ${SENT - 9} AS since FROM people`,
    columns: { id: 'uid', left_at: 'deactivatedAt', since: 'createdAt' },
  });
  await rig.forum.exec(START);
  await rig.sendBulk();
  await rig.follow();
  await using client = createClient(rig.target);
  await client.call('users.delete', { path: { uid: 'bob' }, body: { permanent: true } });
  await client.call('users.create', { body: { uid: 'bob', name: 'Another Bob' } });

  await changeAndFollow(rig, "UPDATE people SET name = name || ' changed'");

  expect(rig.held.users).toEqual({ ann: 'Ann changed', bob: 'Another Bob' });
  const { events } = await rig.follow();
  expect(events.filter(({ type }) => type === 'settled')).toEqual([]);
});

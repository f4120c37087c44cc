import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPlan } from '@chatferry/planner';
import { jobFolder } from '@chatferry/job';
import { databaseInput } from '@chatferry/job/planning';
import type { DatabaseSource } from '@chatferry/sources';
import { type FollowRig, startFollowRig, SENT } from './support/follow-rig.ts';

const PEOPLE = `INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);`;

function post(id: number, author: string, body = `post ${id}`): string {
  return `INSERT INTO posts VALUES (${id}, NULL, '${author}', 'ann', ${SENT + id}, '${body}');`;
}

/** Starts a follower after a bulk of these rows. */
async function begun(rig: FollowRig, sql: string): Promise<void> {
  await rig.forum.exec(sql);
  await rig.sendBulk();
  await rig.follow();
}

test('a message whose sender is missing waits, and lands when the sender does', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1, 'ann'));

  await rig.forum.exec(post(2, 'cy'));
  const waiting = await rig.follow();
  await rig.forum.exec("INSERT INTO people VALUES ('cy', 'Cy', NULL)");
  const landed = await rig.follow();

  expect(waiting).toMatchObject({ waiting: 1, segments: 1 });
  expect(landed).toMatchObject({ waiting: 0 });
  expect(rig.held.messages).toEqual({ 1: 'post 1', 2: 'post 2' });
  using plan = openPlan(jobFolder(rig.job).plan);
  expect(plan.summary.kinds.messages.rejected).toBe(0);
});

test('what the bulk has rejected for a missing sender waits too', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1, 'ann') + post(2, 'cy'));

  await rig.forum.exec("INSERT INTO people VALUES ('cy', 'Cy', NULL)");
  const landed = await rig.follow();

  expect(landed).toMatchObject({ waiting: 0 });
  expect(rig.held.messages).toEqual({ 1: 'post 1', 2: 'post 2' });
});

test('a message that waits is forgotten when it is deleted', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE);
  await rig.forum.exec(post(2, 'cy'));
  await rig.follow();

  await rig.forum.exec('DELETE FROM posts');
  const { waiting } = await rig.follow();

  expect(waiting).toBe(0);
});

test('a change of a joined table changes the records of the query', async () => {
  await using rig = await startFollowRig();
  await begun(
    rig,
    `${PEOPLE} INSERT INTO rooms VALUES ('den', 'Den'); INSERT INTO seats VALUES ('den', 'ann', 'admin');
     INSERT INTO posts VALUES (1, 'den', 'ann', NULL, ${SENT}, 'one');`,
  );

  await rig.forum.exec("UPDATE rooms SET title = 'Cave'");
  await rig.follow();

  const [{ data }] = rig.service.db.prepare("SELECT data FROM messages WHERE muid = '1'").all() as [
    { data: string },
  ];
  expect(JSON.parse(data)).toMatchObject({ metadata: { title: 'Cave' }, text: 'one' });
  expect(rig.held.groups).toEqual({ den: 'Cave' });
});

test('what is deleted and comes back is there again', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1, 'ann') + post(2, 'ann'));

  await rig.forum.exec('DELETE FROM posts WHERE id = 2');
  await rig.follow();
  const without = rig.held.messages;
  await rig.forum.exec(post(2, 'ann', 'back'));
  await rig.follow();
  await rig.forum.exec("UPDATE posts SET body = 'back, edited' WHERE id = 2");
  await rig.follow();

  expect(without).toEqual({ 1: 'post 1' });
  expect(rig.held.messages).toEqual({ 1: 'post 1', 2: 'back, edited' });
});

test('an edit that is taken back is sent both times', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1, 'ann'));
  const texts: unknown[] = [];

  for (const body of ['other', 'post 1', 'other']) {
    await rig.forum.exec(`UPDATE posts SET body = '${body}'`);
    await rig.follow();
    texts.push(rig.held.messages[1]);
  }

  expect(texts).toEqual(['other', 'post 1', 'other']);
});

test('too many removals wait for the operator, and everything else goes on', async () => {
  await using rig = await startFollowRig();
  const posts = Array.from({ length: 30 }, (_, index) => post(index + 1, 'ann')).join('');
  await begun(rig, PEOPLE + posts);

  await rig.forum.exec(`DELETE FROM posts WHERE id > 2; ${post(50, 'bob')}`);
  const held = await rig.follow();
  const before = Object.keys(rig.held.messages).length;
  const again = await rig.follow();
  const allowed = await rig.follow({ maxRemovals: 28 });

  expect(held).toMatchObject({ waiting: 28 });
  expect(before).toBe(31);
  expect(again).toMatchObject({ waiting: 28, segments: held.segments });
  expect(allowed).toMatchObject({ waiting: 0 });
  expect(rig.held.messages).toEqual({ 1: 'post 1', 2: 'post 2', 50: 'post 50' });
});

test('rows that are held back for their removal and come back are kept', async () => {
  await using rig = await startFollowRig();
  const posts = Array.from({ length: 30 }, (_, index) => post(index + 1, 'ann')).join('');
  await begun(rig, PEOPLE + posts);
  await rig.forum.exec('DELETE FROM posts');
  await rig.follow();

  await rig.forum.exec(posts);
  const { waiting } = await rig.follow();

  expect(waiting).toBe(0);
  expect(Object.keys(rig.held.messages)).toHaveLength(30);
});

test('without removals, what is gone is listed and stays', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1, 'ann') + post(2, 'ann'));

  await rig.forum.exec('DELETE FROM posts WHERE id = 2');
  await rig.follow({ removesGone: false });

  expect(rig.held.messages).toEqual({ 1: 'post 1', 2: 'post 2' });
  expect(readFileSync(path.join(rig.job, 'gone.jsonl'), 'utf8')).toContain(
    '{"kind":"messages","id":"2"}',
  );
});

test('without edits, a changed message is listed and stays', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1, 'ann'));

  await rig.forum.exec("UPDATE posts SET body = 'other'");
  await rig.follow({ editMessages: false });

  expect(rig.held.messages).toEqual({ 1: 'post 1' });
  expect(readFileSync(path.join(rig.job, 'changed.jsonl'), 'utf8')).toContain('"fields"');
});

/** Users whose id is in another column than their key. */
function usersWithIds(file: string): DatabaseSource {
  return {
    sqlite: file,
    name: 'forum',
    kinds: {
      users: {
        key: 'legacy',
        ignore: ['legacy'],
        query:
          'SELECT people.id AS legacy, name, scope AS uid FROM people JOIN seats ON person = people.id',
      },
    },
  };
}

test('a row with the id of another row waits, and takes its place when that is gone', async () => {
  await using rig = await startFollowRig();
  const databases = [databaseInput(usersWithIds(path.join(rig.folder, 'forum.sqlite')))];
  const sources = { ...rig.options().sources, databases };
  await rig.forum.exec(`${PEOPLE} INSERT INTO seats VALUES ('r', 'ann', 'one')`);
  Object.assign(rig.forum.source.kinds!, usersWithIds('').kinds);
  delete (rig.forum.source.kinds as Record<string, unknown>)['groups'];
  delete (rig.forum.source.kinds as Record<string, unknown>)['members'];
  delete (rig.forum.source.kinds as Record<string, unknown>)['messages'];
  await rig.sendBulk();
  await rig.follow({ sources });

  await rig.forum.exec("INSERT INTO seats VALUES ('r', 'bob', 'one')");
  const clash = await rig.follow({ sources });
  const during = rig.held.users;
  await rig.forum.exec("DELETE FROM seats WHERE person = 'ann'");
  const settled = await rig.follow({ sources });

  expect(clash).toMatchObject({ waiting: 1 });
  expect(during).toEqual({ one: 'Ann' });
  expect(settled).toMatchObject({ waiting: 0 });
  expect(rig.held.users).toEqual({ one: 'Bob' });
});

test('a row under another key takes the id of one whose removal waits', async () => {
  await using rig = await startFollowRig();
  const query =
    'SELECT p.*, (SELECT max(room) FROM seats WHERE person = p.id) AS key FROM people p';
  Object.assign(rig.forum.source.kinds!.users!, { query, key: 'key', ignore: ['key'] });
  delete (rig.forum.source.kinds as Record<string, unknown>)['members'];
  await begun(
    rig,
    `${PEOPLE} INSERT INTO people VALUES ('cy', 'Cy', NULL); INSERT INTO seats VALUES ('1', 'ann', 'x'), ('2', 'bob', 'x'), ('3', 'cy', 'x')`,
  );

  await rig.forum.exec(
    "UPDATE seats SET room = room + 10; UPDATE people SET name = 'New ' || name",
  );
  const held = await rig.follow();
  const taken = rig.held.users;
  const allowed = await rig.follow({ maxRemovals: 3 });

  expect([held.waiting, allowed.waiting]).toEqual([3, 0]);
  expect(taken).toEqual({ ann: 'New Ann', bob: 'New Bob', cy: 'New Cy' });
  expect(rig.held.users).toEqual(taken);
});

test('rows that change and become the same records cost no request', async () => {
  await using rig = await startFollowRig();
  const { kinds } = rig.forum.source;
  const query = 'SELECT id, name, left_at, tick FROM people, clock';
  Object.assign(kinds!.users!, { query, ignore: ['tick'] });
  await begun(rig, `CREATE TABLE clock (tick integer); INSERT INTO clock VALUES (1); ${PEOPLE}`);

  await rig.forum.exec('UPDATE clock SET tick = 2');
  const { events, segments } = await rig.follow();

  expect(events.filter(({ type }) => type === 'sending')).toEqual([]);
  expect(events).toContainEqual(expect.objectContaining({ type: 'reconciled', keys: 2 }));
  expect(segments).toBe(1);
});

test('another configuration is refused', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE);

  const { sources } = rig.options();
  const other = {
    ...sources,
    settings: { ...sources.settings, onMissingUser: 'placeholder' as const },
  };

  await expect(rig.follow({ sources: other })).rejects.toThrow('onMissingUser differ');
});

test('what changed between the bulk and the first start is edited and removed', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec(PEOPLE + post(1, 'ann') + post(2, 'ann') + post(3, 'bob'));
  await rig.sendBulk();

  await rig.forum.exec(
    "UPDATE posts SET body = 'edited' WHERE id = 1; DELETE FROM posts WHERE id = 2",
  );
  await rig.forum.exec("DELETE FROM people WHERE id = 'bob'; DELETE FROM posts WHERE id = 3");
  const first = await rig.follow({ maxRemovals: 10 });
  const second = await rig.follow();

  expect(first).toMatchObject({ waiting: 0, segments: 2 });
  expect(second).toMatchObject({ segments: 2 });
  expect(rig.held).toMatchObject({
    users: { ann: 'Ann', bob: 'Bob (left)' },
    messages: { 1: 'edited' },
  });
});

test('a plan from before the last change is refused, although it is of the same follower', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1, 'ann'));
  await rig.forum.exec(post(2, 'bob'));
  await rig.follow();
  const { plan, ledger } = jobFolder(rig.job);
  const files = [plan, ledger];
  const copies = files.map((file) => readFileSync(file));
  await rig.forum.exec(post(3, 'bob'));
  await rig.follow();

  for (const [index, file] of files.entries()) writeFileSync(file, copies[index]!);

  await expect(rig.follow()).rejects.toMatchObject({ code: 'follow-differs' });
});

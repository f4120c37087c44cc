import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseOpenMetrics, valueOf } from '../../job/test/support/open-metrics.ts';
import { boards } from './support/planned-preset.ts';
import { BOARD, DISCOURSE } from './support/preset-tables.ts';
import { type Rig, startRig } from './support/rig.ts';
import { endPostgres, sqliteDatabase } from './support/test-databases.ts';

afterAll(endPostgres);

/** UNIX seconds, yesterday: the service keeps no old messages. */
const SENT = Math.floor(Date.now() / 1000) - 86_400;

/** The same, as Discourse has it. */
function sent(second: number): string {
  return new Date((SENT + second) * 1000).toISOString().slice(0, 19);
}

/** The texts of the messages in the app, by the last part of their ids. */
function texts(rig: Rig): Record<string, string> {
  const rows = rig.service.db
    .prepare(
      `SELECT muid, data ->> 'text' AS text FROM messages WHERE category <> 'action' ORDER BY muid`,
    )
    .all() as { muid: string; text: string }[];
  return Object.fromEntries(rows.map(({ muid, text }) => [muid.replace(/^.*?-/, ''), text]));
}

/** The options that name another job folder, and the configuration. */
function inFolder(rig: Rig, name: string, source: object): string[] {
  const config = rig.write(
    'chatferry.json',
    JSON.stringify({ retentionMonths: 'none', sources: [source] }),
  );
  return [`--job=${path.join(rig.folder, name)}`, `--config=${config}`, ...rig.target];
}

test('a job that follows keeps its ledger in its folder', async () => {
  await using rig = await startRig();

  const { status, err } = await rig.cli(['follow', '--after=bulk', '--store=postgres://127.0.0.1']);

  expect(status).toBe(2);
  expect(err).toContain('A job that follows keeps its ledger in its job folder');
  expect(err).toContain('Leave out --store.');
});

const presets = [
  {
    preset: 'discourse',
    prefix: {},
    tables: `${DISCOURSE}
      INSERT INTO users VALUES (1, 'ann', 'Ann', '2020-01-01', true, false), (2, 'bob', 'Bob', '2020-01-01', false, false);
      INSERT INTO categories VALUES (6, 'General', false);
      INSERT INTO chat_channels VALUES (11, 'Lobby', 'Category', 6, '2023-01-01', NULL);
      INSERT INTO user_chat_channel_memberships VALUES (1, 11, true), (2, 11, true);
      INSERT INTO chat_messages VALUES
        (100, 11, 1, 'Hi', NULL, NULL, '${sent(0)}', NULL),
        (101, 11, 2, 'Hello', NULL, NULL, '${sent(1)}', NULL),
        (102, 11, 2, 'Oops', NULL, NULL, '${sent(2)}', NULL);`,
    changes: `
      INSERT INTO users VALUES (3, 'cy', 'Cy', '2020-01-01', false, false);
      INSERT INTO chat_messages VALUES (103, 11, 3, 'New', NULL, NULL, '${sent(3)}', NULL);
      UPDATE chat_messages SET message = 'Hello!' WHERE id = 101;
      UPDATE chat_messages SET deleted_at = '2023-11-15' WHERE id = 102;
      UPDATE chat_channels SET name = 'Hall' WHERE id = 11;`,
    before: { 'chat-100': 'Hi', 'chat-101': 'Hello', 'chat-102': 'Oops' },
    after: { 'chat-100': 'Hi', 'chat-101': 'Hello!', 'chat-103': 'New' },
    group: 'Hall',
  },
  {
    preset: 'phpbb',
    prefix: { tablePrefix: 'b_' },
    tables: `${BOARD}
      INSERT INTO b_users VALUES (2, 3, 'ann', 1600000000), (3, 0, 'bob', 1600000000);
      INSERT INTO b_forums VALUES (1, 'Talk');
      INSERT INTO b_topics VALUES (4, 1, 'Weather', 1700000000, 0, 1);
      INSERT INTO b_posts VALUES
        (10, 4, 2, ${SENT + 0}, '', 'Hi', '', 0, 1), (11, 4, 3, ${SENT + 1}, '', 'Hello', '', 0, 1),
        (12, 4, 3, ${SENT + 2}, '', 'Oops', '', 0, 1);`,
    changes: `
      INSERT INTO b_users VALUES (5, 0, 'cy', 1600000000);
      INSERT INTO b_posts VALUES (13, 4, 5, ${SENT + 3}, '', 'New', '', 0, 1);
      UPDATE b_posts SET post_text = 'Hello!' WHERE post_id = 11;
      UPDATE b_posts SET post_visibility = 2 WHERE post_id = 12;
      UPDATE b_topics SET topic_title = 'Hall' WHERE topic_id = 4;`,
    before: { 'post-10': 'Hi', 'post-11': 'Hello', 'post-12': 'Oops' },
    after: { 'post-10': 'Hi', 'post-11': 'Hello!', 'post-13': 'New' },
    group: 'Hall',
  },
].flatMap((each) =>
  boards
    .filter(({ server }) => server === 'postgres' || (each.preset === 'phpbb' && server !== 'dump'))
    .map((board) => ({ ...each, ...board })),
);

test.each(presets)(
  'the preset $preset is followed in $title: new, edited, hidden and joined rows',
  async ({ server, open, preset, prefix, tables, changes, before, after, group }) => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(tables);
    const where = server === 'sqlite' ? database.address : '${LEGACY}';
    const source = { [server]: where, preset, ...prefix };
    const given = { env: { LEGACY: database.address } };
    const [bulk, job] = ['bulk', 'follow'].map((name) => inFolder(rig, name, source));
    const imported = await rig.cli(['import', '--yes', ...bulk!], given);
    expect([imported.status, imported.err]).toEqual([0, expect.any(String)]);
    expect(texts(rig)).toMatchObject(before);
    const follow = ['follow', '--after', path.join(rig.folder, 'bulk'), '--once', '--removals'];
    const first = await rig.cli([...follow, ...job!], given);
    expect([first.status, first.err]).toEqual([0, expect.any(String)]);

    await database.exec(changes);
    const followed = await rig.cli([...follow, ...job!], given);
    const verified = await rig.cli(['verify', '--full', ...job!], given);

    expect([followed.status, followed.err]).toEqual([0, expect.any(String)]);
    expect(texts(rig)).toEqual(after);
    expect(verified.out).toContain('Finished. Every');
    expect(verified.status).toBe(0);
    const names = rig.service.db.prepare('SELECT name FROM groups').all() as { name: string }[];
    expect(names.map(({ name }) => name)).toContain(group);
  },
);

test('a follower serves its lag and the rows that wait, until it is stopped', async () => {
  await using rig = await startRig();
  await using legacy = sqliteDatabase(path.join(rig.folder, 'legacy.db'));
  await legacy.exec(
    `CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT);
     CREATE TABLE posts (id INTEGER PRIMARY KEY, author TEXT, reader TEXT, sent INTEGER, body TEXT);
     INSERT INTO people VALUES ('ann', 'Ann'), ('bob', 'Bob');
     INSERT INTO posts VALUES (1, 'ann', 'bob', ${SENT}, 'Hi'), (2, 'cy', 'bob', ${SENT + 1}, 'Waits');`,
  );
  const kinds = {
    users: { query: 'SELECT * FROM people', columns: { id: 'uid' } },
    messages: {
      query: 'SELECT * FROM posts',
      columns: { id: 'muid', author: 'sender', reader: 'receiver', sent: 'sentAt', body: 'text' },
      constants: { receiverType: 'user' },
    },
  };
  const source = { sqlite: legacy.address, kinds };
  const bulk = inFolder(rig, 'bulk', source);
  await rig.cli(['plan', ...bulk.slice(0, 2)]);
  await rig.cli(['run', ...bulk]);
  const after = `--after=${path.join(rig.folder, 'bulk')}`;
  const job = inFolder(rig, 'follow', source);
  const follower = rig.spawn(['follow', after, '--every=1s', '--metrics=0', ...job]);
  await follower.until(() => follower.err.includes('Metrics: '));
  const [, url] = /Metrics: (\S+)\/metrics/.exec(follower.err)!;
  const samples = parseOpenMetrics(await (await fetch(`${url}/metrics`)).text());

  expect(valueOf(samples, 'chatferry_unplanned_rows', { why: 'missing' })).toBe(1);
  expect(valueOf(samples, 'chatferry_unplanned_rows', { why: 'removals' })).toBe(0);
  expect(valueOf(samples, 'chatferry_follow_lag_seconds')).toBeGreaterThanOrEqual(0);
  follower.child.kill('SIGTERM');
  const stopped = await follower.ended();
  expect(stopped.status).toBe(130);
  expect(stopped.err).toMatch(/Continue with: chatferry follow .*--every 1s /);
  const again = await rig.cli(['follow', '--once', ...job]);
  expect(again.err).toMatch(/Following .*; the plan has 1 segment; 1 row waiting\./);
  const status = await rig.cli(['status', job[0]!]);
  expect(status.out).toContain('1 changed row waits: 1 for a record that is missing.');
  expect(status.out).toContain('Follow on with: chatferry follow --job ');
});

import { expect, test } from 'vitest';
import { openPlan } from '@chatferry/planner';
import path from 'node:path';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Rig, startRig } from './support/rig.ts';

const dump = `-- MySQL dump 10.13
CREATE TABLE people (id int, name text, password text);
INSERT INTO people VALUES (1,'Ann','x'),(2,'Bob','y');
CREATE TABLE rooms (id int, title text);
INSERT INTO rooms VALUES (7,'Kitchen');
CREATE TABLE direct (id int, by_id int, to_id int, at int, body text);
INSERT INTO direct VALUES (1,1,2,1700000000,'Hi');
CREATE TABLE posts (id int, by_id int, room_id int, at int, body text);
INSERT INTO posts VALUES (1,2,7,1700000060,'All'),(2,9,7,1700000061,'From nobody');
CREATE TABLE sessions (id int);
INSERT INTO sessions VALUES (1),(2),(3);
-- Dump completed
`;

const configuration = (file: string): string => `
sources:
  - dump: ${file}
    kinds:
      users: { query: 'SELECT id, name FROM people', columns: { id: uid } }
      groups:
        query: SELECT id, title FROM rooms
        columns: { id: guid, title: name }
        constants: { type: public }
      messages:
        - query: SELECT id, by_id, to_id, at, body FROM direct
          columns: { id: muid, by_id: sender, to_id: receiver, at: sentAt, body: text }
          convert: { muid: { prefix: direct- } }
          constants: { receiverType: user }
        - query: SELECT id, by_id, room_id, at, body FROM posts
          columns: { id: muid, by_id: sender, room_id: receiver, at: sentAt, body: text }
          convert: { muid: { prefix: posts- } }
          constants: { receiverType: group }
`;

async function planned(
  rig: Rig,
  change: (text: string) => string = (text) => text,
  more: Readonly<Record<string, string>> = {},
): ReturnType<Rig['cli']> {
  for (const [name, content] of Object.entries(more)) rig.write(name, content);
  const file = rig.write('legacy.sql', dump);
  const config = rig.write('chatferry.yaml', change(configuration(file)));
  return rig.cli(['plan', `--config=${config}`, '--retention-months=none', '--max-rejects=1']);
}

test('a kind may have several queries, and what no query reads is listed with counts', async () => {
  await using rig = await startRig();

  const { status, out } = await planned(rig);

  expect({ status, out }).toMatchObject({ status: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const messages = recordsOfRows(plan, 'messages') as { muid: string }[];
  expect(messages.map(({ muid }) => muid).toSorted()).toEqual(['direct-1', 'posts-1']);
  expect(out).toContain('Not read of dump: people.password (2 of 2 rows), sessions (3 rows).');
  expect(out).toContain('dump messages.1 id:2');

  const again = await planned(rig);
  expect(again.status).toBe(0);
});

test('a dump in a folder that is read is no ignored file where it is a source, and is said to be a dump otherwise', async () => {
  await using rig = await startRig();
  const rooms = rig.write('groups.csv', 'guid,name,type\nr1,Tea,private\n');
  const inputs = `inputs: [${rig.folder}]\n`;

  const read = await planned(rig, (text) => inputs + text);
  const left = await planned(rig, () => inputs);

  expect(rooms).toContain(rig.folder);
  expect(read.out).toMatch(/^messages +3 /m);
  expect(read.out).not.toMatch(/legacy\.sql$|Ignored/m);
  expect(left.out).toMatch(
    /^Not read: .*legacy\.sql \(a dump of SQL, whose tables are read by queries\)$/m,
  );
});

test('plan names the way to files that are no tables', async () => {
  await using rig = await startRig();
  const planOf = async (name: string): Promise<string> =>
    (await rig.cli(['plan', rig.write(name, 'x')])).err;

  const dumped = await planOf('legacy.sql.gz');
  expect(dumped).toContain('is a dump of SQL, whose tables are read by queries.');
  expect(dumped).toContain('under sources, as dump');
  expect(dumped).toContain('chatferry init FILE drafts the queries of a dump');
  expect(await planOf('chat.sqlite')).toContain('under sources, as sqlite');
  expect(await planOf('chat.xlsx')).toContain('Save each of its sheets as CSV in UTF-8');
});

test('a fault names the dump, and what to do about it', async () => {
  await using rig = await startRig();

  const wrong = await planned(rig, (text) => text.replace('to_id, at', 'for_id, at'));
  expect(wrong.status).toBe(2);
  expect(wrong.err).toContain('The query of messages.0 in the dump');
  expect(wrong.err).toContain('fails: no such column: for_id.');
  expect(wrong.err).toContain('in the SQL of SQLite, whatever system wrote the dump');

  const unmapped = await planned(rig, (text) =>
    text.replace(', to_id: receiver', ', to: receiver'),
  );
  expect(unmapped.status).toBe(2);
  expect(unmapped.err).toContain('sources.0.kinds.messages.0.columns: the file has no column "to"');

  const gone = await planned(rig, (text) => text.replace('legacy.sql', 'gone.sql'));
  expect(gone.status).toBe(2);
  expect(gone.err).toMatch(/The dump '.*gone\.sql' cannot be read: there is no such file\./);
  expect(gone.err).toContain('Check the path of the dump');
});

test('texts that a table of latin1 holds as UTF-8 are repaired', async () => {
  await using rig = await startRig();

  const { status, err } = await planned(
    rig,
    (text) =>
      text
        .replace(
          'columns: { id: uid } }',
          'columns: { id: uid }, convert: { name: { repair: latin1 } } }',
        )
        .replace('legacy.sql', 'misread.sql'),
    { 'misread.sql': dump.replace("'Ann'", "'Zo\u00C3\u00AB'") },
  );

  expect({ status, err }).toMatchObject({ status: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  expect(recordsOfRows(plan, 'users')).toMatchObject([{ name: 'Zoë' }, { name: 'Bob' }]);
});

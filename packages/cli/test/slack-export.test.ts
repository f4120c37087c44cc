import { spawnSync } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { type Rig, startRig } from './support/rig.ts';

const chatferry = process.env['CHATFERRY_TEST_COMMAND']!;

const first = Math.floor(Date.now() / 1000) - 7200;

const users = [
  { id: 'U01', name: 'ann', profile: { real_name: 'Ann' }, updated: first },
  { id: 'U02', name: 'bob', deleted: true, updated: first, profile: { real_name: 'Bob' } },
];
const channels = [
  { id: 'C01', name: 'general', created: 1_452_837_318, creator: 'U01', members: ['U01', 'U02'] },
];
const dms = [{ id: 'D01', created: first, members: ['U01', 'U02'] }];
const general = [
  { type: 'message', user: 'U01', text: 'Hi <@U02> &amp; <@U03>', ts: `${first}.000100` },
  {
    type: 'message',
    user: 'U02',
    text: 'A picture',
    ts: `${first}.000200`,
    thread_ts: `${first}.000100`,
    reactions: [{ name: 'clap', users: ['U01', 'U04'], count: 2 }],
    files: [
      {
        id: 'F1',
        name: 'a.png',
        mimetype: 'image/png',
        url_private: 'https://files.slack.com/a.png?t=xoxe-secret',
      },
      { id: 'F2', mode: 'tombstone' },
    ],
  },
  { type: 'message', subtype: 'channel_join', user: 'U02', text: 'joined', ts: `${first}.000300` },
];
const direct = [{ type: 'message', user: 'U02', text: 'Psst', ts: `${first + 60}.000100` }];

const files = {
  'users.json': users,
  'channels.json': channels,
  'dms.json': dms,
  'general/2026-01-10.json': general,
  'D01/2026-01-10.json': direct,
};

async function writeZip(rig: Rig): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(JSON.stringify(content)), name);
  zip.end();
  const file = path.join(rig.folder, 'slack-export.zip');
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

function writeFolder(rig: Rig): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.join(rig.folder, 'slack', path.dirname(name)), { recursive: true });
    rig.write(`slack/${name}`, JSON.stringify(content));
  }
  return path.join(rig.folder, 'slack');
}

interface Planned {
  readonly plan: string;
  readonly kinds: Record<string, { rows: number; planned: number; filtered: number }>;
  readonly exports: readonly {
    readonly rule: string;
    readonly records: readonly { type: string; count: number }[];
    readonly notCarried: readonly { type: string; count: number }[];
  }[];
}

async function planned(rig: Rig, args: readonly string[]): Promise<Planned> {
  const { out, err } = await rig.cli(['plan', ...args, '--json']);
  expect(err).toBe('');
  return JSON.parse(out) as Planned;
}

test('an export of Slack is imported without a configuration, and verify finds no difference', async () => {
  await using rig = await startRig();
  const file = await writeZip(rig);

  const imported = await rig.cli(['import', file, '--yes', ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
  expect(kinds).toMatchObject({
    users: { rows: 4, created: 4 },
    groups: { rows: 1, created: 1 },
    members: { rows: 2, created: 2 },
    messages: { rows: 4, created: 3, filtered: 1 },
    reactions: { rows: 1, created: 1 },
    deactivations: { rows: 1, created: 1 },
  });
});

test('init names an export of Slack in the draft, which needs no mapping', async () => {
  await using rig = await startRig();
  const file = await writeZip(rig);
  const config = path.join(rig.folder, 'chatferry.yaml');

  const { status, out } = await rig.cli(['init', file, `--config=${config}`]);

  expect(status).toBe(0);
  expect(out).toContain('an export of slack, which needs no mapping');
  expect(readFileSync(config, 'utf8')).not.toContain('files:');
  expect((await planned(rig, [`--config=${config}`])).kinds['messages']!.rows).toBeGreaterThan(0);
});

test('every record of the export is a row, filtered, or listed as not carried', async () => {
  await using rig = await startRig();

  const { kinds, exports } = await planned(rig, [await writeZip(rig)]);

  const [found] = exports;
  expect(found?.rule).toBe('it has users.json, channels.json and files named after days');
  const count = (type: string, of: 'records' | 'notCarried'): number =>
    found![of].filter((each) => each.type === type).reduce((sum, each) => sum + each.count, 0);
  expect(count('messages', 'records')).toBe(4);
  expect(kinds['messages']).toMatchObject({ rows: 4, planned: 3, filtered: 1 });
  expect(count('reactions', 'records')).toBe(2);
  expect(kinds['reactions']).toMatchObject({ rows: 1, planned: 1 });
  expect(count('reactions', 'notCarried')).toBe(1);
  expect(count('files', 'records')).toBe(2);
  expect(count('files', 'notCarried')).toBe(1);
  const lines = rig.inJob('not-carried.jsonl').trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { type: string }).type).toSorted()).toEqual([
    'files',
    'reactions',
  ]);
  expect(statSync(path.join(rig.job, 'not-carried.jsonl')).mode & 0o777).toBe(0o600);
  expect(existsSync(path.join(rig.job, 'export-rows'))).toBe(false);
});

test('a folder and a ZIP archive of it make the same plan, also the second time', async () => {
  await using rig = await startRig();
  const file = await writeZip(rig);
  const folder = writeFolder(rig);

  const ofZip = await planned(rig, [file, '--job', path.join(rig.folder, 'one')]);
  const ofFolder = await planned(rig, [folder, '--job', path.join(rig.folder, 'two')]);
  const again = await rig.cli(['plan', file, '--job', path.join(rig.folder, 'one'), '--json']);

  expect(ofFolder.plan).toBe(ofZip.plan);
  expect(JSON.parse(again.out)).toMatchObject({ plan: ofZip.plan, unchanged: true });
});

test('options of the system are in the configuration, and change the plan', async () => {
  await using rig = await startRig();
  const file = await writeZip(rig);
  await planned(rig, [file]);
  const config = rig.write('chatferry.yaml', 'sources: { slack: { systemMessages: text } }\n');

  const { err, out } = await rig.cli(['plan', file, `--config=${config}`, '--json']);

  expect(err).toBe('');
  const { kinds, unchanged } = JSON.parse(out) as Planned & { unchanged: boolean };
  expect(unchanged).toBe(false);
  expect(kinds['messages']).toMatchObject({ rows: 4, planned: 4, filtered: 0 });
});

test('a database and the options of a system are entries of one list', async () => {
  await using rig = await startRig();
  const file = await writeZip(rig);
  const database = path.join(rig.folder, 'people.db');
  using db = new DatabaseSync(database);
  db.exec("CREATE TABLE people (id TEXT, name TEXT); INSERT INTO people VALUES ('zoe', 'Zoe')");
  const query = 'SELECT id AS uid, name FROM people';
  const sources = [
    { slack: { systemMessages: 'text' } },
    { sqlite: database, kinds: { users: { query, key: 'uid' } } },
  ];
  const config = rig.write('chatferry.yaml', JSON.stringify({ inputs: [file], sources }));

  const alone = await planned(rig, [file, '--job', path.join(rig.folder, 'alone')]);
  const both = await planned(rig, [`--config=${config}`]);

  expect(both.kinds['users']?.planned).toBe(alone.kinds['users']!.planned + 1);
  expect(both.kinds['messages']).toMatchObject({ rows: 4, planned: 4, filtered: 0 });
});

test('a token in the address of a file is in no file of the job', async () => {
  await using rig = await startRig();
  const file = await writeZip(rig);

  await rig.cli(['import', file, '--yes', ...rig.target]);

  for (const name of ['plan.sqlite', 'not-carried.jsonl', 'rejects.jsonl', 'run.log'])
    expect(readFileSync(path.join(rig.job, name)).includes('xoxe')).toBe(false);
});

test('the ids that change are in the map for the login code, with those in mentions', async () => {
  await using rig = await startRig();

  await planned(rig, [await writeZip(rig)]);

  const map = rig.inJob('id-map.csv');
  expect(map).toContain('users,U01,u01');
  expect(map).toContain('users,U03,u03'); // only mentioned
  expect(map).toContain('groups,C01,c01');
});

test('the job folder may be in the folder of the export', async () => {
  await using rig = await startRig();
  const folder = writeFolder(rig);
  const args = [folder, '--job', path.join(folder, 'job')];

  const once = await planned(rig, args);
  const again = await rig.cli(['plan', ...args, '--json']);

  expect(once.exports[0]?.notCarried.map(({ type }) => type)).not.toContain('other files');
  expect(JSON.parse(again.out)).toMatchObject({ plan: once.plan, unchanged: true });
});

test('rows that a killed plan left are removed, and a link in their place is refused', async () => {
  await using rig = await startRig();
  const file = await writeZip(rig);
  await planned(rig, [file]);
  mkdirSync(path.join(rig.job, 'export-rows'));
  rig.write('job/export-rows/0-messages.0', 'half a page');

  await planned(rig, [file, '--retention-months', 'none']);
  expect(existsSync(path.join(rig.job, 'export-rows'))).toBe(false);

  symlinkSync(rig.folder, path.join(rig.job, 'export-rows'));
  expect((await rig.cli(['plan', file])).err).toContain('export-rows is a link');
});

test('a folder with more files than a process may open is planned', async () => {
  await using rig = await startRig();
  const folder = writeFolder(rig);
  for (let day = 0; day < 600; day++) {
    const date = new Date((first - day * 86_400) * 1000).toISOString().slice(0, 10);
    rig.write(`slack/general/${date}.json`, JSON.stringify([]));
  }
  const command = [
    process.execPath,
    ...process.execArgv,
    chatferry,
    'plan',
    folder,
    '--job',
    rig.job,
  ];

  const planning = spawnSync('sh', ['-c', `ulimit -n 100 && exec "$@"`, 'sh', ...command]);

  expect(planning.stderr.toString()).not.toContain('EMFILE');
  expect(planning.status).toBe(0);
});

test('the report of the plan says why the export was recognised and what is not carried', async () => {
  await using rig = await startRig();

  const { out } = await rig.cli(['plan', await writeZip(rig)]);

  expect(out).toContain('was read as an export of slack: it has users.json');
  expect(out).toContain('files 1: deleted in Slack');
  expect(out).toContain('1 message where subtype is channel_join, and systemMessages is skip');
});

test('a ZIP archive from stdin is refused', async () => {
  await using rig = await startRig();
  const stdin = readFileSync(await writeZip(rig));

  const { status, err } = await rig.cli(['plan', '-', '--kind', 'messages', '--format', 'ndjson'], {
    stdin,
  });

  expect(status).toBe(2);
  expect(err).toContain('Give it as a file');
});

test('a file of text that is no export of the named system is refused, and the message says so', async () => {
  await using rig = await startRig();
  const file = rig.write('people.csv', 'uid,name\nann,Ann\n');

  const { status, err } = await rig.cli(['plan', file, '--from', 'slack']);

  expect({ status, err }).toMatchObject({
    status: 2,
    err: expect.stringContaining('people.csv is a file of text, and not an export of Slack.'),
  });
});

test('a ZIP archive of no known system is refused, and --from reads it all the same', async () => {
  await using rig = await startRig();
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(users)), 'users.json');
  zip.end();
  const file = path.join(rig.folder, 'other.zip');
  await pipeline(zip.outputStream, createWriteStream(file));

  const refused = await rig.cli(['plan', file]);
  const named = await planned(rig, [file, '--from', 'slack']);

  expect(refused).toMatchObject({ status: 2 });
  expect(refused.err).toContain('not an export of Slack');
  expect(named.kinds['users']).toMatchObject({ planned: 2 });
});

test('an export that is read as one of another system has no rows, and the message names that system', async () => {
  await using rig = await startRig();
  const folder = writeFolder(rig);

  const { status, err } = await rig.cli(['plan', folder, '--from', 'mattermost']);

  expect(status).toBe(2);
  expect(err).toContain(`There are no rows in ${folder}, read as an export of mattermost.`);
  expect(err).toContain('If it is one of another system, do not name this one');
});

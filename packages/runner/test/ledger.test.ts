import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPlan } from '@chatferry/planner';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import {
  failedRecords,
  firstRunAt,
  LedgerError,
  openLandedMarks,
  openLedger,
  rememberedDestination,
  runStatus,
} from '../src/index.ts';
import { ledgerErrorFrom, lockErrorFrom } from '../src/ledger/ledger-error.ts';
import { makePlan } from './support/make-plan.ts';
import { somewhere, startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-ledger-'));
  path = join(folder, 'ledger.sqlite');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function planOf(count: number, name = 'plan.sqlite') {
  const planPath = join(folder, name);
  await makePlan(planPath, { users: users(count) });
  return openPlan(planPath);
}

function refusal(act: () => unknown): LedgerError {
  try {
    act();
  } catch (error) {
    if (error instanceof LedgerError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

test('the ledger of another plan is refused, and the message names the input that differs', async () => {
  using plan = await planOf(3);
  using other = await planOf(4, 'other.sqlite');
  openLedger(path, plan, somewhere).close();

  const error = refusal(() => openLedger(path, other, somewhere));

  expect(error.code).toBe('other-plan');
  expect(error.message).toContain('users.ndjson has changed');
  expect(error.fix).toContain('a new job folder');
  expect(() => openLedger(path, plan, somewhere).close()).not.toThrow();
});

test.each([
  ['later', 99, 'newer-version'],
  ['older', 1, 'older-version'],
])('a ledger written in the format of a %s version is refused', async (_, format, code) => {
  using plan = await planOf(3);
  openLedger(path, plan, somewhere).close();
  using db = new DatabaseSync(path);
  db.exec(`PRAGMA user_version = ${format}`);

  expect(refusal(() => openLedger(path, plan, somewhere))).toMatchObject({ code });
});

test('a later job gets as landed only what has the content of the plan, and as stored by the job only what is proved', async () => {
  using plan = await planOf(10);
  {
    using ledger = openLedger(path, plan, somewhere);
    const after = { state: 'settled', marks: 'coeqpdmu.r', attempts: 1 } as const;
    const batch = plan.batch(1);
    await ledger.write({ batch, before: undefined, after, outcomes: [], troubles: [], at: 1 });
  }
  using landed = openLandedMarks(path, plan);

  expect(landed.marksOf(1)).toBe('llhhtttt..');
});

test('a later job notices each change in what landed, also that a record was compared', async () => {
  using plan = await planOf(1);
  const states = ['.', 'p', 'e', 'd', 'c', 'u', 'f'].map((marks) => {
    const of = `${path}-${marks}`;
    using ledger = openLedger(of, plan, somewhere);
    const after = { state: 'settled', marks, attempts: 1 } as const;
    const batch = plan.batch(1);
    ledger.change((put) =>
      put({ batch, before: undefined, after, outcomes: [], troubles: [], at: 1 }),
    );
    using landed = openLandedMarks(of, plan);
    return landed.state.users;
  });

  expect(new Set(states).size).toBe(7);
});

test('the first run of a job is kept, and the options of the latest', async () => {
  using plan = await planOf(1);
  openLedger(path, plan, { ...somewhere, options: { concurrency: 1 } }).close();
  using ledger = openLedger(path, plan, { ...somewhere, options: { concurrency: 2 } });
  await ledger.beginRun(1000);
  await ledger.beginRun(2000);

  expect(firstRunAt(path)).toBe(1000);
  expect(rememberedDestination(path)).toEqual({ ...somewhere, options: { concurrency: 2 } });
});

test('a file that is something else is refused and stays as it is', async () => {
  using plan = await planOf(3);
  writeFileSync(path, 'uid,name\nu1,Ann\n'.repeat(100));
  const database = join(folder, 'other.sqlite');
  using db = new DatabaseSync(database);
  db.exec('CREATE TABLE things (name)');

  expect(refusal(() => openLedger(path, plan, somewhere))).toMatchObject({ code: 'not-a-ledger' });
  expect(refusal(() => openLedger(database, plan, somewhere))).toMatchObject({
    code: 'not-a-ledger',
  });
});

test('a damaged ledger is refused, and moving it away loses no record', async () => {
  await using rig = await startRig({ users: users(200) }, { recordsPerRequest: 5 });
  await rig.run();
  const damaged = join(folder, 'damaged.sqlite');
  copyFileSync(rig.ledgerPath, damaged);
  truncateSync(damaged, 8192);

  const error = refusal(() => openLedger(damaged, rig.plan, somewhere));
  rmSync(rig.ledgerPath);
  const { result } = await rig.run();

  expect(error).toMatchObject({ code: 'damaged', fix: expect.stringContaining('already exists') });
  expect(result?.counts.users).toMatchObject({ created: 0, present: 200, presentByThisJob: 0 });
  expect(rig.held('users')).toHaveLength(200);
});

test('bytes that changed inside a ledger are reported as damage, also after it was found whole', async () => {
  await using rig = await startRig({ users: users(2000) }, { recordsPerRequest: 5 });
  await rig.run();
  const whole = readFileSync(rig.ledgerPath);
  openLedger(rig.ledgerPath, rig.plan, somewhere)[Symbol.dispose](); // Found whole.
  const messages = [3, 5, 8].map((page) => {
    writeFileSync(rig.ledgerPath, Buffer.from(whole).fill(0xa5, page * 4096 + 3, page * 4096 + 99));
    const { code, message } = refusal(() => openLedger(rig.ledgerPath, rig.plan, somewhere));
    return `${code}: ${message}`;
  });

  expect(new Set(messages)).toEqual(new Set([`damaged: ${rig.ledgerPath} is damaged.`]));
});

test.each(['', '-wal'])('a link in place of ledger.sqlite%s is not followed', async (suffix) => {
  using plan = await planOf(1);
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, '');
  symlinkSync(elsewhere, `${path}${suffix}`);

  const { code, message } = refusal(() => openLedger(path, plan, somewhere));

  expect(code).toBe('not-a-ledger');
  expect(message).toContain(`ledger.sqlite${suffix} is a link`);
  expect(readFileSync(elsewhere, 'utf8')).toBe('');
});

test('a ledger that is a link is not asked where the job was sent to', async () => {
  using plan = await planOf(1);
  const elsewhere = join(folder, 'elsewhere');
  openLedger(elsewhere, plan, somewhere)[Symbol.dispose]();
  symlinkSync(elsewhere, path);

  expect(rememberedDestination(elsewhere)).toEqual(somewhere);
  expect(rememberedDestination(path)).toBeUndefined();
});

test('a table without its column is damage of the ledger, and not an error inside chatferry', async () => {
  using plan = await planOf(1);
  openLedger(path, plan, somewhere)[Symbol.dispose]();
  {
    using db = new DatabaseSync(path);
    db.exec('ALTER TABLE lanes RENAME COLUMN created TO made');
  }

  const { code, file } = refusal(() => runStatus(plan.path, path));

  expect([code, file]).toEqual(['damaged', path]);
});

test('details of an outcome that are not JSON any more are damage of the ledger', async () => {
  using plan = await planOf(1);
  using ledger = openLedger(path, plan, somewhere);
  await ledger.write({
    batch: { seq: 1, kind: 'users', lane: 0, origins: [{ file: 'users.csv', line: 2 }] },
    before: undefined,
    after: { state: 'open', marks: 'f', attempts: 1 },
    outcomes: [
      {
        position: 0,
        id: 'u1',
        outcome: 'failed',
        code: 'ERR_BAD_REQUEST',
        message: 'No.',
        details: { name: ['is too long'] },
        mayHaveLanded: false,
        attempts: 1,
      },
    ],
    troubles: [],
    at: 1000,
  });
  {
    using db = new DatabaseSync(path);
    db.exec(`UPDATE outcomes SET details = '{"name":["is'`);
  }
  const resumed = await ledger.open('users', [0]);

  const listing = refusal(() => [...failedRecords(ledger)]);
  const resuming = await Array.fromAsync(resumed[0]!.openBatches()).catch((error) => error);

  expect([listing.code, listing.file]).toEqual(['damaged', path]);
  expect(resuming).toMatchObject({ code: 'damaged', file: path });
});

test('a folder that is not there, or no folder, is refused', async () => {
  using plan = await planOf(3);

  const error = refusal(() =>
    openLedger(join(folder, 'nowhere', 'ledger.sqlite'), plan, somewhere),
  );

  expect(error).toMatchObject({ code: 'read-only', fix: expect.stringContaining('writable') });
});

const isRoot = process.getuid?.() === 0;

test.skipIf(isRoot)('a read-only ledger is refused', async () => {
  using plan = await planOf(3);
  openLedger(path, plan, somewhere).close();
  spawnSync('chmod', ['-w', path, folder]);
  try {
    expect(refusal(() => openLedger(path, plan, somewhere))).toMatchObject({ code: 'read-only' });
  } finally {
    spawnSync('chmod', ['+w', folder]);
  }
});

test('SQLite’s own words for a full disk and a read-only file are understood', () => {
  using full = new DatabaseSync(path);
  full.exec('CREATE TABLE t (x); PRAGMA max_page_count = 3');
  using readOnly = new DatabaseSync(path, { readOnly: true });
  const errors = [
    caught(() => full.exec(`INSERT INTO t VALUES (zeroblob(100000))`)),
    caught(() => readOnly.exec('INSERT INTO t VALUES (1)')),
  ];

  expect(errors.map((error) => (ledgerErrorFrom(error, path) as LedgerError).code)).toEqual([
    'disk-full',
    'read-only',
  ]);
});

test.each(['', '-wal'])(
  'a file of which ledger.sqlite%s cannot be read is not called damaged',
  (part) => {
    const garbage = join(folder, 'garbage');
    writeFileSync(garbage, 'garbage'.repeat(1000));
    using db = new DatabaseSync(garbage);
    const broken = caught(() => db.exec('SELECT * FROM t'));
    expect(ledgerErrorFrom(broken, garbage)).toMatchObject({ code: 'not-a-ledger' });
    expect(lockErrorFrom(broken, garbage)).toMatchObject({ code: 'broken-lock' });

    // A folder is refused in the same way as a file on a bad disk.
    mkdirSync(`${path}${part}`);

    expect(ledgerErrorFrom(broken, path)).toMatchObject({ code: 'disk-error' });
    expect(lockErrorFrom(broken, path)).toMatchObject({ code: 'disk-error' });
  },
);

test('a ledger whose tables are gone, and one whose log cannot be locked, are damaged', () => {
  using db = new DatabaseSync(path);
  const emptied = caught(() => db.exec('SELECT * FROM lanes'));
  const protocol = Object.assign(new Error('locking protocol'), { errcode: 15 });

  for (const error of [emptied, protocol])
    expect(ledgerErrorFrom(error, path)).toMatchObject({
      code: 'damaged',
      message: `${path} is damaged.`,
    });
});

/** Mounting a small disk takes rights that not everybody has. */
const smallDisk = mountSmallDisk();

afterAll(() => {
  if (smallDisk === undefined) return;
  spawnSync('sh', ['-c', `umount ${smallDisk}`]);
  rmSync(smallDisk, { recursive: true });
});

test.skipIf(smallDisk === undefined)(
  'a disk that fills up stops the run; with free space it resumes and nothing is lost',
  async () => {
    const disk = smallDisk!;
    await using rig = await startRig({ users: users(3000) }, { recordsPerRequest: 1 });
    rig.ledgerPath = join(disk, 'ledger.sqlite');
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(8_000_000));

    const { result } = await rig.run();
    rmSync(ballast);
    const next = await rig.run();

    expect(result).toMatchObject({
      end: 'stopped',
      reason: { code: 'ledger', message: expect.stringContaining('no space') },
    });
    expect(next.result).toMatchObject({
      end: 'finished',
      counts: { users: { failed: 0, pending: 0 } },
    });
    expect(rig.held('users')).toHaveLength(3000);
  },
);

test.skipIf(smallDisk === undefined)(
  'a disk with some kilobytes free is full, whatever SQLite calls it',
  async () => {
    const disk = smallDisk!;
    await using rig = await startRig({ users: users(10) }, {});
    const ballast = join(disk, 'ballast');
    const codes = [4, 8, 12, 16, 20, 28, 36, 44, 52, 60, 68].map((kilobytes) => {
      rmSync(ballast, { force: true });
      for (const name of readdirSync(disk)) rmSync(join(disk, name));
      writeFileSync(ballast, Buffer.alloc(8 * 1024 * 1024 - kilobytes * 1024));
      try {
        openLedger(join(disk, 'ledger.sqlite'), rig.plan, somewhere).close();
        return 'opened';
      } catch (error) {
        return (error as LedgerError).code;
      }
    });
    rmSync(ballast);

    expect(new Set(codes)).toContain('disk-full');
    expect([...new Set(codes)].filter((code) => code !== 'opened')).toEqual(['disk-full']);
  },
);

test('the status of a job can be read while it runs, and before anything was sent', async () => {
  await using rig = await startRig({ users: users(100) }, { recordsPerRequest: 10, lanes: 1 });
  const before = runStatus(rig.plan.path, rig.ledgerPath);
  let during = before;

  await rig.run(
    {},
    {
      onEvent: ({ type }) => {
        if (type === 'batch-settled') during = runStatus(rig.plan.path, rig.ledgerPath);
      },
    },
  );
  const after = runStatus(rig.plan.path, rig.ledgerPath);

  expect(before).toMatchObject({
    runs: 0,
    requests: 0,
    kinds: { users: { rows: 100, pending: 100 } },
  });
  expect(during).toMatchObject({ runs: 1, end: undefined });
  expect(during.kinds.users.created).toBeGreaterThan(0);
  expect(after).toMatchObject({
    runs: 1,
    end: 'finished',
    requests: 10,
    kinds: { users: { created: 100, pending: 0 } },
  });
});

test('a ledger can be read with any SQLite tool', async () => {
  await using rig = await startRig({ users: users(30) }, { recordsPerRequest: 10 });
  await rig.run();
  using db = new DatabaseSync(rig.ledgerPath, { readOnly: true });

  expect(db.prepare('SELECT kind, created, requests FROM counts').all()).toEqual([
    { kind: 'users', created: 30, requests: 3 },
  ]);
});

function caught(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

function mountSmallDisk(): string | undefined {
  const disk = join(tmpdir(), `chatferry-small-disk-${process.pid}`);
  mkdirSync(disk, { recursive: true });
  const { status } = spawnSync('sh', ['-c', `mount -t tmpfs -o size=8m tmpfs ${disk}`]);
  if (status !== 0) rmSync(disk, { recursive: true });
  return status === 0 ? disk : undefined;
}

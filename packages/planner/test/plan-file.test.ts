import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import {
  openPlan,
  PlanError,
  type PlanErrorCode,
  type PlanStep,
  type RowSource,
} from '../src/index.ts';
import {
  blockOf,
  compile,
  group,
  message,
  planAt,
  provenance,
  rules,
  stepsTo,
  temporaryFolder,
  user,
} from './rig.ts';

const rows = { users: [user('ann'), user('bob')], messages: [message('m1', 'ann', 'bob')] };

/** The code of the `PlanError` that is thrown; any other error is thrown again. */
function codeOf(work: () => unknown): PlanErrorCode | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof PlanError && error.fix !== '') return error.code;
    throw error;
  }
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('any SQLite tool can query the records', async () => {
  using planned = await compile(
    {
      users: [user('ann', { name: 'Ann "A" 😀' }), user('bob')],
      messages: [
        message('m"1', 'ann', 'bob', { data: { text: 'naïve\n日本' } }),
        message('m2', 'bob', 'ann'),
      ],
    },
    { lanes: 1 },
  );
  using db = new DatabaseSync(planned.path, { readOnly: true });

  const users = db
    .prepare(
      "SELECT kind, id, record ->> 'name' AS name, file, line, batch FROM records WHERE kind = 'users'",
    )
    .all();
  const texts = db
    .prepare("SELECT id, record ->> '$.data.text' AS text FROM records WHERE kind = 'messages'")
    .all();

  expect(users.map((row) => ({ ...row }))).toEqual([
    { kind: 'users', id: 'ann', name: 'Ann "A" 😀', file: 'users.csv', line: 2, batch: 1 },
    { kind: 'users', id: 'bob', name: 'User bob', file: 'users.csv', line: 3, batch: 1 },
  ]);
  expect(texts.map((row) => ({ ...row }))).toEqual([
    { id: 'm"1', text: 'naïve\n日本' },
    { id: 'm2', text: 'text of m2' },
  ]);
});

test('the view marks a record that planning made', async () => {
  using planned = await compile(
    { messages: [message('m1', 'ann', 'bob')] },
    { onMissingUser: 'placeholder' },
  );
  using db = new DatabaseSync(planned.path, { readOnly: true });

  const row = db.prepare("SELECT file, line FROM records WHERE id = 'ann'").get();

  expect({ ...row }).toEqual({ file: '(made by planning)', line: 0 });
});

test('every problem of a plan can be read back, the largest first', async () => {
  const users = Array.from({ length: 120 }, (_, index) =>
    user(`u${index}`, { [`extra${index}`]: 1 }),
  );
  using planned = await compile({
    users: [...users, ...['x', 'y', 'z'].map((uid) => user(uid, { unknown: 1 }))],
    groups: [group('g', { owner: 'u0' }), group('h', { owner: 'u0' })],
  });

  const causes = [...planned.plan.causes()];

  expect(causes).toHaveLength(122);
  expect(causes[0]).toMatchObject({ count: 3, field: 'unknown' });
  expect(causes[1]).toMatchObject({ count: 2, root: { id: 'u0', reason: 'row-rejected' } });
  expect(planned.summary.problems).toEqual(causes.slice(0, 100));
  expect(planned.summary.otherProblems).toEqual({ groups: 22, rows: 22 });
});

test('problems are summed up by code, however many causes they have', async () => {
  const users = Array.from({ length: 120 }, (_, index) =>
    user(`u${index}`, { [`extra${index}`]: 1 }),
  );
  using planned = await compile({
    users: [...users, user('ann')],
    groups: [
      group('g', { owner: 'u0' }),
      group('h', { owner: 'u1' }),
      group('i', { owner: 'u1' }),
      group('j', { owner: 'ann' }),
    ],
  });

  const totals = planned.plan.problemsByCode();

  expect(totals).toMatchObject([
    { code: 'unknown-field', severity: 'reject', causes: 120, rows: { users: 120, groups: 0 } },
    { code: 'missing-user', causes: 2, count: 3, rows: { groups: 3 }, example: { id: 'h' } },
  ]);
});

test('any number of causes is counted, each with its first row, and each reject has the number of its cause', async () => {
  const fields = Array.from({ length: 5_100 }, (_, index) => `extra${index}`);
  using planned = await compile({
    users: [
      ...[fields, fields, fields]
        .flat()
        .map((field, index) => user(`u${index}`, { [field]: index })),
      user('both', { extra7: 1, extra8: 1 }),
    ],
    groups: [group('g', { owner: 'u0' }), group('h', { owner: 'nobody' })],
  });

  const causes = new Map([...planned.plan.causes()].map((each) => [each.cause, each]));

  expect(causes.size).toBe(5_102);
  expect(Math.max(...causes.keys())).toBe(5_102);
  for (const { field, root, count, rows: byKind, example } of causes.values()) {
    if (root !== undefined) continue;
    const index = fields.indexOf(field!);
    const known = index === 7 || index === 8 ? 4 : 3;
    expect([count, byKind.users, example.line]).toEqual([known, known, index + 2]);
  }
  const counted = new Map<number, number>();
  for (const { cause, code, field, value } of planned.rejects) {
    const counts = causes.get(cause)!;
    const named = counts.root === undefined ? field : value;
    expect([counts.code, counts.field ?? counts.root?.id]).toEqual([code, named]);
    counted.set(cause, (counted.get(cause) ?? 0) + 1);
  }
  expect(counted).toEqual(new Map([...causes.values()].map(({ cause, count }) => [cause, count])));
});

test('of the codes of problems, the one with most rows comes first', async () => {
  using planned = await compile({
    users: [
      ...['a', 'b', 'c'].map((uid) => user(uid, { [`extra-${uid}`]: 1 })),
      ...Array.from({ length: 5 }, (_, index) => user('d', { name: `Name ${index}` })),
    ],
  });

  const codes = planned.plan.problemsByCode();

  expect(codes.map(({ code, causes, count }) => [code, causes, count])).toEqual([
    ['duplicate-id', 1, 4],
    ['unknown-field', 3, 3],
  ]);
});

test('only the owner of the job may read a plan, because it contains their messages', async () => {
  using planned = await compile(rows);

  expect(statSync(planned.path).mode & 0o777).toBe(0o600);
});

test('opening a missing file, another file, another version or a damaged plan reports which it is', async () => {
  using folder = temporaryFolder();
  using planned = await compile(rows);
  const copy = (name: string): string => {
    const path = join(folder.path, name);
    copyFileSync(planned.path, path);
    return path;
  };
  const text = join(folder.path, 'notes.txt');
  writeFileSync(text, 'no database at all, but long enough to look at it');
  const other = join(folder.path, 'other.sqlite');
  new DatabaseSync(other).exec('CREATE TABLE t (a); PRAGMA user_version = 1');
  const newer = copy('newer.sqlite');
  new DatabaseSync(newer).exec('PRAGMA user_version = 99');
  const cut = copy('cut.sqlite');
  truncateSync(cut, statSync(cut).size - 8192);
  const longer = copy('longer.sqlite');
  writeFileSync(longer, Buffer.alloc(8192), { flag: 'a' });
  const gutted = copy('gutted.sqlite');
  new DatabaseSync(gutted).exec('DELETE FROM segments');

  expect(codeOf(() => openPlan(join(folder.path, 'nothing.sqlite')))).toBe('no-plan');
  expect(codeOf(() => openPlan(text))).toBe('not-a-plan');
  expect(codeOf(() => openPlan(other))).toBe('not-a-plan');
  expect(codeOf(() => openPlan(newer))).toBe('other-version');
  expect(codeOf(() => openPlan(cut))).toBe('damaged');
  expect(codeOf(() => openPlan(longer))).toBe('damaged');
  expect(codeOf(() => openPlan(gutted))).toBe('damaged');
});

test.each([
  ['body', "CAST(replace(CAST(body AS TEXT), 'text of', 'test of') AS BLOB)"],
  ['ends', "replace(ends, ']', '0]')"],
  ['origins', "replace(origins, ',2', ',3')"],
  ['lane', 'lane + 1'],
  ['records', 'records + 1'],
])('a batch whose %s was changed by the disk is reported before it is sent', async (column, to) => {
  using planned = await compile(rows, { lanes: 1 });
  using db = new DatabaseSync(planned.path);
  const { changes } = db.prepare(`UPDATE batches SET ${column} = ${to} WHERE seq = 2`).run();

  const error = thrownBy(() => planned.plan.batch(2));

  expect(changes).toBe(1);
  expect(error).toMatchObject({
    code: 'damaged',
    message: expect.stringContaining(`${planned.path} is damaged: batch 2 `),
    fix: expect.stringContaining('again'),
  });
  expect(planned.plan.batch(1).records).toBe(2);
});

test.each([
  'UPDATE segments SET summary = replace(summary, \'"planned":2\', \'"planned":3\')',
  'UPDATE segments SET summary = replace(summary, \'"planned"\', \'"plannet"\')',
  "UPDATE segments SET id = id || '0'",
  "UPDATE plan SET value = value || '0' WHERE key = 'version'",
  "UPDATE inputs SET file = 'other.csv' WHERE no = 1",
])('the details of a plan are checked as well: %s', async (sql) => {
  using planned = await compile(rows);
  using db = new DatabaseSync(planned.path);
  const { changes } = db.prepare(sql).run();

  expect(changes).toBe(1);
  expect(codeOf(() => openPlan(planned.path))).toBe('damaged');
});

test('a bit that flipped in a body on the disk is found by every reader', async () => {
  using planned = await compile(rows, { lanes: 1 });
  const bytes = readFileSync(planned.path);
  bytes[bytes.indexOf('text of m1')]! ^= 1;
  writeFileSync(planned.path, bytes);
  using plan = openPlan(planned.path);

  expect(codeOf(() => plan.batch(2))).toBe('damaged');
  expect(codeOf(() => [...plan.batches('messages', 0)])).toBe('damaged');
  expect(codeOf(() => plan.find('messages', 'm1'))).toBe('damaged');
});

test('a check reads the whole plan, and finds changed and missing batches', async () => {
  using planned = await compile(rows, { lanes: 1 });
  planned.plan.check();
  using db = new DatabaseSync(planned.path);
  const whole = readFileSync(planned.path);
  const damages: (() => unknown)[] = [
    () => db.exec("UPDATE batches SET body = CAST(replace(body, 'User', 'Usar') AS BLOB)"),
    () => db.exec('DELETE FROM batches WHERE seq = 2'),
    () => writeFileSync(planned.path, Buffer.from(whole).fill(0xa5, 8192 * 4 + 100, 8192 * 5)),
  ];

  const codes = damages.map((damage) => {
    writeFileSync(planned.path, whole);
    damage();
    using plan = openPlan(planned.path);
    return codeOf(() => plan.check());
  });

  expect(codes).toEqual(['damaged', 'damaged', 'damaged']);
});

test('a page that went bad is reported when it is read', async () => {
  using folder = temporaryFolder();
  using planned = await compile({
    users: Array.from({ length: 2000 }, (_, index) => user(`u${index}`)),
  });
  const path = join(folder.path, 'bad.sqlite');
  const bytes = readFileSync(planned.path);
  // After the header and the schema, up to the last page.
  bytes.fill(0xff, 8192 * 4, bytes.length);
  writeFileSync(path, bytes);

  const read = (): void => {
    using plan = openPlan(path);
    for (const _ of plan.batches('users', 0)) void _;
  };

  expect(codeOf(read)).toBe('damaged');
});

test('an existing plan stays until the next one is complete', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  await planAt(path, [blockOf('users', [user('ann')])]);
  const before = readFileSync(path);

  for await (const { step } of stepsTo(path, [blockOf('users', [user('bob')])]))
    if (step === 'reading') break;

  expect(readFileSync(path)).toEqual(before);
  expect(readdirSync(folder.path)).toEqual(['plan.sqlite']);
});

test('the files of a killed attempt are removed', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  mkdirSync(`${path}.building`);
  for (const name of ['plan.sqlite', 'work.sqlite', 'users.bodies.0', 'ids.0', 'lock.sqlite'])
    writeFileSync(join(`${path}.building`, name), '');

  await planAt(path, [blockOf('users', [user('ann')])]);

  expect(readdirSync(folder.path)).toEqual(['plan.sqlite']);
  expect(openPlan(path).summary.kinds.users.planned).toBe(1);
});

test('a killed attempt does not block the next one', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  const script = fileURLToPath(new URL('die-while-planning.ts', import.meta.url));

  const { signal } = spawnSync(process.execPath, ['--conditions=@chatferry/source', script, path]);
  const left = readdirSync(folder.path);
  await planAt(path, [blockOf('users', [user('ann')])]);

  expect(signal).toBe('SIGKILL');
  expect(left).toEqual(['plan.sqlite.building']);
  expect(readdirSync(folder.path)).toEqual(['plan.sqlite']);
});

test('a second attempt at the same plan is refused while the first is in progress', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');

  const steps = stepsTo(path, [blockOf('users', [user('ann')])]);
  await steps.next();

  await expect(planAt(path, [])).rejects.toMatchObject({ code: 'busy' });

  for await (const _ of steps) void _;
  expect(existsSync(path)).toBe(true);
});

test('sources in any order are read in the order of their kinds, those of a kind in the order that is given', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  const blocks = [
    blockOf('groups', [group('g', { owner: 'ann' })]),
    blockOf('users', [user('ann')]),
  ];
  const read: string[] = [];

  for await (const step of stepsTo(path, blocks)) if (step.step === 'reading') read.push(step.file);

  expect(read).toEqual(['users.csv', 'groups.csv']);
  expect(openPlan(path).summary.kinds.groups.planned).toBe(1);
});

test('an error of a source or of its description is passed on unchanged, and leaves no files', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  // The error of a database that is read, and not of the plan's own work tables.
  const error = Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
  const fail = (): never => {
    throw error;
  };
  const source = { kind: 'users', file: 'users', blocks: fail } as const;
  const broken: RowSource = {
    ...source,
    blocks: async function* read() {
      yield fail();
    },
  };

  await expect(planAt(path, [], { sources: [source] })).rejects.toBe(error);
  await expect(planAt(path, [], { sources: [broken] })).rejects.toBe(error);
  await expect(planAt(path, [], { described: async () => fail() })).rejects.toBe(error);

  expect(readdirSync(folder.path)).toEqual([]);
});

test('cutting batches can be stopped halfway', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  const seen: PlanStep[] = [];

  for await (const step of stepsTo(path, [blockOf('users', [user('ann')])])) {
    seen.push(step);
    if (step.step === 'batching') break;
  }

  expect(seen).toEqual([
    { step: 'reading', file: 'users.csv', rows: 1, merged: 0 },
    { step: 'batching', kind: 'users', done: 1, total: 1 },
  ]);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('invalid rules are refused', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');

  for (const wrong of [{ recordsPerRequest: 0 }, { maxRequestBytes: 100 }, { lanes: 0 }])
    await expect(planAt(path, [], { rules: { ...rules, ...wrong } })).rejects.toThrow(RangeError);

  expect(readdirSync(folder.path)).toEqual([]);
});

test('a link in place of a plan, or of the folder in which it is built, is not followed', async () => {
  using folder = temporaryFolder();
  const elsewhere = join(folder.path, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'precious'), 'precious');
  const plan = join(folder.path, 'plan.sqlite');
  symlinkSync(join(elsewhere, 'precious'), plan);
  symlinkSync(elsewhere, `${plan}.building`);

  expect(codeOf(() => openPlan(plan))).toBe('not-a-plan');
  await expect(planAt(plan, [])).rejects.toMatchObject({ code: 'not-a-plan' });

  expect(readdirSync(elsewhere)).toEqual(['precious']);
  expect(readFileSync(join(elsewhere, 'precious'), 'utf8')).toBe('precious');
});

test.each(['', '-wal', '-shm'])(
  'a plan whose plan.sqlite%s is a link is not opened',
  async (suffix) => {
    using folder = temporaryFolder();
    using planned = await compile(rows);
    const plan = join(folder.path, 'plan.sqlite');
    if (suffix !== '') copyFileSync(planned.path, plan);
    symlinkSync(planned.path, `${plan}${suffix}`);

    const error = thrownBy(() => openPlan(plan));

    expect(error).toMatchObject({
      code: 'not-a-plan',
      message: expect.stringContaining(`plan.sqlite${suffix} is a link`),
    });
  },
);

test('a link in place of the lock of the folder in which a plan is built is not followed', async () => {
  using folder = temporaryFolder();
  const elsewhere = join(folder.path, 'elsewhere');
  const plan = join(folder.path, 'plan.sqlite');
  mkdirSync(`${plan}.building`);
  symlinkSync(elsewhere, join(`${plan}.building`, 'lock.sqlite'));

  await expect(planAt(plan, [])).rejects.toMatchObject({ code: 'not-a-plan' });

  expect(existsSync(elsewhere)).toBe(false);
});

test('a link that appears in place of the unfinished plan is not followed', async () => {
  using folder = temporaryFolder();
  const elsewhere = join(folder.path, 'elsewhere');
  const plan = join(folder.path, 'plan.sqlite');
  const linked = async () => {
    symlinkSync(elsewhere, join(`${plan}.building`, 'plan.sqlite'));
    return provenance;
  };

  const planning = planAt(plan, [blockOf('users', rows.users)], { described: linked });

  await expect(planning).rejects.toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(existsSync(elsewhere)).toBe(false);
});

import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

/** A job with a rejected row, a changed id, a failed user and the messages that fell with it. */
async function sentJob(): Promise<Rig> {
  const rig = await startRig();
  writeForum(rig);
  rig.write('export/users-2.csv', 'uid,name,role\nno-name,,\nDot.Ted,Dot,\n');
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.messages', code: 'ERR_BAD_REQUEST' },
  ] as never);
  await rig.cli(['import', rig.export, '--max-rejects=1', ...rig.target]);
  rig.service.setFaults([]);
  return rig;
}

function inLedger(rig: Rig, sql: string): void {
  using db = new DatabaseSync(path.join(rig.job, 'ledger.sqlite'));
  db.exec(sql);
}

test('a sound job is called sound, before, after and between its runs', async () => {
  await using rig = await startRig();
  writeForum(rig);
  await rig.cli(['plan', rig.export]);
  expect(await rig.cli(['check'])).toMatchObject({
    status: 0,
    out: expect.stringContaining('sound'),
  });
  await using sent = await sentJob();
  expect(await sent.cli(['check'])).toMatchObject({
    status: 0,
    out: expect.stringContaining('sound'),
  });
  expect((await sent.cli(['retry'])).status).toBe(1);
  expect(JSON.parse((await sent.cli(['check', '--json'])).out)).toEqual({
    type: 'check',
    sound: true,
    findings: [],
    next: [`chatferry status --job ${sent.job}`],
  });
});

test.each([
  [
    'a total',
    "UPDATE lanes SET created = created + 1 WHERE kind = 'users' AND created > 0",
    /users, lane \d+: it counts \d+ created/,
  ],
  [
    'a mark',
    "UPDATE batches SET marks = replace(marks, 'c', 'f') WHERE kind = 'groups'",
    /groups, lane \d+: it counts/,
  ],
  [
    'the number of marks',
    "UPDATE batches SET marks = marks || 'c' WHERE kind = 'groups'",
    /marks for the \d+ records of batch/,
  ],
  ['a lost batch', "DELETE FROM batches WHERE kind = 'users'", /has no outcome for it/],
  [
    'a stray batch',
    'INSERT INTO batches SELECT 9999, kind, lane, state, attempts, marks, begun_at, changed_at FROM batches LIMIT 1',
    /which the plan has not/,
  ],
  [
    'an outcome',
    "UPDATE outcomes SET outcome = 'skipped' WHERE outcome = 'failed'",
    /as skipped, and marks it failed/,
  ],
])('%s that was edited is blamed on the ledger', async (_, sql, said) => {
  await using rig = await sentJob();
  inLedger(rig, sql);

  const { status, out } = await rig.cli(['check']);

  expect(out).toMatch(said);
  expect(out).toContain('ledger.sqlite');
  expect(out).not.toContain('plan.sqlite');
  expect(status).toBe(2);
});

test('an index that contradicts its table is found, which opening the ledger does not notice', async () => {
  await using rig = await sentJob();
  inLedger(rig, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const file = path.join(rig.job, 'ledger.sqlite');
  const bytes = readFileSync(file);
  bytes.write('(kind,seq)', bytes.indexOf('outcomes (kind, id)') + 'outcomes '.length);
  writeFileSync(file, bytes);

  const { status, out } = await rig.cli(['check']);

  expect((await rig.cli(['status'])).status).not.toBe(2);
  expect(out).toContain('ledger.sqlite: its pages contradict each other');
  expect(status).toBe(2);
});

test('a byte that changed in the plan is found, whichever batch it is in', async () => {
  await using rig = await sentJob();
  const file = path.join(rig.job, 'plan.sqlite');
  const bytes = readFileSync(file);
  bytes[bytes.lastIndexOf('"Message 1') + 2]! ^= 1;
  writeFileSync(file, bytes);

  const { status, out } = await rig.cli(['check']);

  expect(out).toContain('plan.sqlite is damaged');
  expect(status).toBe(2);
});

test.each(['rejects.jsonl', 'id-map.csv'])('%s that was changed ends with 1', async (name) => {
  await using rig = await sentJob();
  const file = path.join(rig.job, name);
  const bytes = readFileSync(file);
  bytes[bytes.length - 2]! ^= 1; // Its size stays the same.
  writeFileSync(file, bytes);

  const changed = await rig.cli(['check']);
  const json = await rig.cli(['check', '--json']);
  expect([json.status, JSON.parse(json.out)]).toMatchObject([
    1,
    { sound: false, findings: [{ file }] },
  ]);
  rmSync(file);
  const lost = await rig.cli(['check']);

  expect(changed).toMatchObject({ status: 1, out: expect.stringContaining(name) });
  expect(lost).toMatchObject({ status: 1, out: expect.stringContaining('is missing') });
});

test('a flipped bit anywhere in the ledger never ends a command with a stack', async () => {
  await using rig = await sentJob();
  inLedger(rig, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const file = path.join(rig.job, 'ledger.sqlite');
  const whole = `${rig.folder}/whole.sqlite`;
  copyFileSync(file, whole);
  const bytes = readFileSync(whole);
  const schema = bytes.indexOf('CREATE TABLE');
  for (let at = schema; at < schema + 3000; at += 97) {
    const flipped = Buffer.from(bytes);
    flipped[at]! ^= 1;
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    writeFileSync(file, flipped);
    for (const command of ['status', 'check', 'run'])
      expect([
        at,
        command,
        (await rig.cli([command, ...(command === 'run' ? rig.target : [])])).status,
      ]).not.toEqual([at, command, 4]);
  }
});

import { readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPlan } from '@chatferry/planner';
import { planRows } from '../src/index.ts';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

function planOf(rig: Rig): string {
  return path.join(rig.job, 'plan.sqlite');
}

function held(rig: Rig, table: 'users' | 'messages'): number {
  return rig.service.db.prepare(`SELECT * FROM ${table}`).all().length;
}

/** Changes one letter of what people wrote, wherever it stands. */
function flipBits(file: string, text: string): void {
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at]! ^= 1;
  writeFileSync(file, bytes);
}

/** A forum of which the first 40 messages or so have landed. */
async function halfSent(): Promise<Rig> {
  const rig = await startRig({
    faults: [
      {
        fault: 'status-before',
        status: 401,
        code: 'AUTH_ERR_APIKEY_NOT_FOUND',
        operation: 'dataImport.*',
        when: { from: 30 },
      },
    ],
  });
  await rig.cli(['import', writeForum(rig), ...rig.target, '--records-per-request=2']);
  rig.service.setFaults([]);
  return rig;
}

test('a plan damaged half way stops the run with 3; planned again, the same job continues', async () => {
  await using rig = await startRig();
  writeForum(rig);
  const users = Array.from({ length: 3000 }, (_, n) => `u${n},User ${n}`);
  rig.write('export/users-2.csv', ['uid,name', ...users].join('\n'));
  await rig.cli(['plan', rig.export, '--records-per-request=5']);
  damageThirdQuarter(path.join(rig.job, 'plan.sqlite'));

  const stopped = await rig.cli(['run', ...rig.target]);
  const status = await rig.cli(['status']);
  const again = await rig.cli(['import', rig.export, ...rig.target, '--records-per-request=5']);

  expect(stopped.status).toBe(3);
  expect(stopped.out).toContain('plan.sqlite is damaged');
  expect(stopped.out).toContain('Plan the same files with the same settings again');
  expect(status.out).toContain('It stopped because the plan in the job folder is damaged.');
  expect(again.err).toContain('Planning again');
  expect(again.status).toBe(0);
  expect(again.out).toMatch(/users +3,003 = +3,003 created/);
  expect(held(rig, 'users')).toBe(3003);
});

/** Overwrites the heads of the pages that hold batches; what describes the plan is written last. */
function damageThirdQuarter(file: string): void {
  const bytes = readFileSync(file);
  const page = 4096;
  const half = Math.floor(bytes.length / page / 2) * page;
  for (let at = half; at < bytes.length * 0.75; at += page) bytes.fill(0xa5, at, at + 100);
  writeFileSync(file, bytes);
}

test('a plan in which the disk changed a letter is not sent, and planned again without being removed', async () => {
  await using rig = await startRig();
  const plan = ['plan', writeForum(rig)];
  await rig.cli(plan);
  flipBits(planOf(rig), 'Message 7');

  const run = await rig.cli(['run', ...rig.target]);
  const landed = held(rig, 'messages');
  const again = await rig.cli(plan);
  const onceMore = await rig.cli(plan);
  const rest = await rig.cli(['run', ...rig.target]);

  expect(run.status).toBe(3);
  expect(run.out).toContain('does not match its checksum');
  expect(landed).toBeLessThan(120);
  expect(again.err).toMatch(/Planning again: 1 thing changed\.\n.*is damaged: batch \d+/);
  expect(onceMore.err).toContain('Nothing changed');
  expect(rest.status).toBe(0);
  expect(held(rig, 'messages')).toBe(120);
});

test('a damaged plan of which records were sent is rebuilt, and the job continues', async () => {
  await using rig = await halfSent();
  const { id } = openPlan(planOf(rig));
  const landed = held(rig, 'messages');
  flipBits(planOf(rig), 'Message 1');

  const again = await rig.cli(['import', rig.export, ...rig.target, '--records-per-request=2']);

  expect(landed).toBeGreaterThan(0);
  expect(landed).toBeLessThan(120);
  expect(openPlan(planOf(rig)).id).toBe(id);
  expect(again.status).toBe(0);
  expect(again.out).toContain('Every row is accounted for');
  expect(held(rig, 'messages')).toBe(120);
});

test('so is one that cannot even be opened', async () => {
  await using rig = await halfSent();
  truncateSync(planOf(rig), 8192 * 2 + 17);

  const again = await rig.cli(['import', rig.export, ...rig.target, '--records-per-request=2']);

  expect(again.status).toBe(0);
  expect(held(rig, 'messages')).toBe(120);
});

test('a damaged plan of which records were sent needs the files that it was made from', async () => {
  await using rig = await halfSent();
  flipBits(planOf(rig), 'Message 1');
  rig.write('export/users-2.csv', 'uid,name\nnew,New\n');

  const again = await rig.cli(['plan', rig.export, '--records-per-request=2']);

  expect(again.status).toBe(2);
  expect(again.err).toContain('users-2.csv is a new input');
  expect(again.err).toContain('restore its inputs and plan again');
});

test('what a run found damaged is not trusted until it is replaced', async () => {
  await using rig = await startRig();
  const plan = ['plan', writeForum(rig)];
  await rig.cli(plan);
  const whole = readFileSync(planOf(rig));
  flipBits(planOf(rig), 'Message 7');
  await rig.cli(['run', ...rig.target]);

  writeFileSync(planOf(rig), whole);
  const replaced = await rig.cli(plan);
  utimesSync(planOf(rig), 1, 1); // As if it were the very file, and too large to be looked through.
  const same = await rig.cli(plan);

  expect(replaced.err).toContain('Nothing changed');
  expect(same.err).toContain('does not match its checksum');

  const refused = await rig.cli(['run', ...rig.target], { env: { CHATFERRY_API_KEY: 'wrong' } });
  expect(refused.status).toBe(3);
  expect((await rig.cli(plan)).err).toContain('Nothing changed');
});

test('rows made in code again replace a damaged plan', async () => {
  await using rig = await startRig();
  const rows = { users: [{ uid: 'ada', name: 'Ada' }] };
  await planRows(rows, { job: rig.job });
  await rig.cli(['run', ...rig.target]);
  flipBits(planOf(rig), 'Ada');

  await planRows(rows, { job: rig.job });

  expect(() => openPlan(planOf(rig)).check()).not.toThrow();
});

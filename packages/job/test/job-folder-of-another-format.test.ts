import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  checkJob,
  jobFolder,
  jobStatus,
  planFiles,
  planRows,
  runJob,
  undoJob,
  verifyJob,
} from '../src/index.ts';
import { explainError } from '../src/errors/explain-error.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

/** A job of two users, a message and a rejected row, stopped after its users, with plan format 14 and ledger format 6. */
const stored = path.join(import.meta.dirname, 'fixtures', 'format-14');

function unpackInto({ job }: JobRig): void {
  mkdirSync(job, { recursive: true });
  for (const name of readdirSync(stored))
    writeFileSync(
      path.join(job, path.basename(name, '.gz')),
      gunzipSync(readFileSync(path.join(stored, name))),
    );
}

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

const rows = { users: [{ uid: 'ada', name: 'Ada' }] };

test('a job that was begun with an earlier format is left as it is by every function, with one sentence of what to do', async () => {
  await using rig = await startJobRig();
  const { job, target } = rig;
  unpackInto(rig);
  const folder = jobFolder(job);
  const before = [folder.plan, folder.ledger, folder.rejects].map((file) => readFileSync(file));
  const calls: Record<string, () => unknown> = {
    planFiles: () => planFiles([rig.writeExport(1)], { job }),
    planRows: () => planRows(rows, { job }),
    runJob: () => runJob({ job, target }).next(),
    verifyJob: () => verifyJob({ job, target }),
    undoJob: () => undoJob({ job, target, confirm: () => true }).next(),
    jobStatus: () => jobStatus(job),
    checkJob: () => checkJob(folder),
    planAfter: () => planRows(rows, { job: `${job}-next`, after: job }),
  };

  for (const [name, call] of Object.entries(calls)) {
    expect([name, explainError(await thrownBy(call))]).toEqual([
      name,
      {
        end: 'refused',
        code: 'other-version',
        lines: [
          `${folder.plan} was made by another version of chatferry: it has plan format 14, and this version reads format 15.`,
        ],
        fix: 'Finish a job that was begun with the version that made its plan. Or plan the same inputs into a new job folder, where records that have landed count as present.',
      },
    ]);
  }
  expect([folder.plan, folder.ledger, folder.rejects].map((file) => readFileSync(file))).toEqual(
    before,
  );
  expect(rig.service.requests).toEqual([]);
});

test('a ledger of an earlier format is refused too, and a plan of one that was never sent is made again', async () => {
  await using rig = await startJobRig();
  unpackInto(rig);
  const { plan, ledger } = jobFolder(rig.job);
  const old = `${ledger}.old`;
  cpSync(ledger, old);
  rmSync(ledger);

  await planRows(rows, { job: rig.job });
  expect(jobStatus(rig.job).kinds.users).toMatchObject({ planned: 1, pending: 1 });

  cpSync(old, ledger);
  expect(explainError(await thrownBy(() => jobStatus(rig.job)))).toEqual({
    end: 'refused',
    code: 'older-version',
    lines: [`${ledger} was written by an older chatferry (format 6, this one reads 8).`],
    fix: 'Finish the job with the version of chatferry that it was begun with.',
  });
  expect(readFileSync(plan).length).toBeGreaterThan(0);
});

import { appendFileSync } from 'node:fs';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { explainRecord, jobFolder, planFiles } from '../src/index.ts';
import { originalRow, type OriginalRow } from '../src/explaining/original-row.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';

/** The row of the export that a record is planned from. */
async function rowOf(
  rig: JobRig,
  kind: 'users' | 'messages',
  id: string,
): Promise<OriginalRow | undefined> {
  const job = jobFolder(rig.job);
  const { planned } = await explainRecord(job, kind, id);
  using plan = openPlan(job.plan);
  return originalRow(plan.inputs, planned!.file, planned!.line);
}

test('the row of a record is read from its file, with the heads of CSV, until the file changes', async () => {
  await using rig = await startJobRig();
  rig.write('export/users.csv', ['uid,name', 'ada,"Ada', 'Byron"', 'bob,Bob']);
  const rows = [message(1), message(2)].map((each) =>
    JSON.stringify({ ...each, sender: 'bob', receiver: 'ada' }),
  );
  rig.write('export/messages.ndjson', rows);
  await planFiles([`${rig.folder}/export`], { job: rig.job });

  expect(await rowOf(rig, 'users', 'ada')).toEqual({ head: 'uid,name', row: 'ada,"Ada\nByron"' });
  expect(await rowOf(rig, 'users', 'bob')).toEqual({ head: 'uid,name', row: 'bob,Bob' });
  expect(await rowOf(rig, 'messages', 'm2')).toEqual({ row: rows[1] });

  appendFileSync(`${rig.folder}/export/users.csv`, 'cy,Cy\n');

  expect(await rowOf(rig, 'users', 'bob')).toBeUndefined();
});

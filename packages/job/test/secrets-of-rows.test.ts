import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planFiles, runJob } from '../src/index.ts';
import { startJobRig } from './support/job-rig.ts';

const SECRET = 'hunter2';

/** Names of the files below a folder that contain a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
    .map((file) => path.relative(folder, file));
}

test('no file of a job has a secret that no record carries', async () => {
  await using rig = await startJobRig({
    faults: [
      { fault: 'refuse-records', operation: 'dataImport.users', code: 'ERR_X', message: 'No.' },
    ],
  });
  const users = path.join(rig.folder, 'users.csv');
  const groups = path.join(rig.folder, 'groups.ndjson');
  const rows = ['u1,Ann', 'u2, ', 'u1,Anna', 'u3,Bob'].map(
    (row) => `${row},${SECRET},"{""token"":""${SECRET}""}"`,
  );
  writeFileSync(users, `uid,name,resetToken,profile\n${rows.join('\n')}\n`);
  const group = { guid: 'g1', name: 'G', type: 'password', password: SECRET, owner: 'nobody' };
  writeFileSync(groups, `${JSON.stringify(group)}\n`);

  await planFiles([users, groups], {
    job: rig.job,
    mappings: { users: { ignore: ['resetToken', 'profile'] } },
  });
  for await (const _ of runJob({ job: rig.job, target: rig.target, maxFailures: 'none' }));

  const names = readdirSync(rig.job);
  expect(names).toEqual(expect.arrayContaining(['rejects.jsonl', 'failed']));
  expect(readdirSync(path.join(rig.job, 'failed'))).toContain('users.csv');
  expect(filesWith(rig.job, '[secret]')).toEqual(
    expect.arrayContaining(['rejects.jsonl', path.join('failed', 'users.csv')]),
  );
  expect(filesWith(rig.job, SECRET)).toEqual([]);
});

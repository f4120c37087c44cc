import { createClient } from '@chatferry/client';
import { lockJob } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { addressProof, isKnownAddress } from '../../src/sending/known-address.ts';
import { jobFolder, planRows } from '../../src/index.ts';
import { undoStatus } from '../../src/undo-state/undo-state.ts';
import { planUndo } from '../../src/undoing/plan-undo.ts';
import { appContent } from '../support/app-content.ts';
import { startJobRig } from '../support/job-rig.ts';
import { imported, undone } from '../support/undo-rig.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

const packages = new URL('../../../', import.meta.url);

async function without<Module>(
  module: string,
  file: string,
  code: string,
  instead = '',
): Promise<Module> {
  const safeguard = { file: new URL(file, packages), code, instead };
  return await importWithout<Module>(new URL(module, packages), safeguard);
}

/** Somebody is in the app before the job, exactly as planned. @returns the users after the job is undone */
async function usersAfterUndo(planning: typeof planUndo): Promise<unknown[]> {
  await using rig = await startJobRig();
  await using client = createClient(rig.target);
  await client.call('users.create', { body: { uid: 'eve', name: 'Eve' } });
  const eve = appContent(rig.service)['users'];
  await imported(rig, {
    users: [
      { uid: 'ada', name: 'Ada' },
      { uid: 'eve', name: 'Eve' },
    ],
  });
  const job = jobFolder(rig.job);
  {
    using _ = lockJob(job.path, Date.now());
    const { signal } = new AbortController();
    await planning({ job, target: rig.target, requestsPerMinute: 'unlimited', signal });
  }
  await undone(rig);
  expect(undoStatus(job)).toMatchObject({ state: 'done' });
  const left = appContent(rig.service)['users']!;
  expect(left.every((user) => JSON.stringify(eve).includes(JSON.stringify(user)))).toBe(true);
  return left;
}

test('without knowing whose a record is, an undo deletes the account of somebody else', async () => {
  expect(await usersAfterUndo(planUndo)).toHaveLength(1);
  const module = await without<{ planUndo: typeof planUndo }>(
    'job/src/undoing/plan-undo.ts',
    'runner/src/removing/ownership.ts',
    "    if (mark === 'o') return 'own';\n",
    "    if (mark !== '.') return 'own';\n",
  );
  expect(await usersAfterUndo(module.planUndo)).toEqual([]);
});

const written = async (planning: typeof planRows): Promise<string> => {
  await using rig = await startJobRig();
  const group = { guid: 'g', name: 'G', type: 'password', password: 'hunter2', owner: 'nobody' };
  await planning({ users: [{ uid: 'ada', name: 'Ada' }], groups: [group] }, { job: rig.job });
  return rig.inJob('rejects.jsonl');
};

test('without masking secrets, a password is in rejects.jsonl', async () => {
  expect(await written(planRows)).not.toContain('hunter2');
  const module = await without<{ planRows: typeof planRows }>(
    'job/src/index.ts',
    'job/src/planning/listed-lines.ts',
    'maskSecrets(reject.row)',
    'reject.row',
  );
  expect(await written(module.planRows)).toContain('hunter2');
});

test('without the proof that it went there before, a key goes to the address in a job folder from elsewhere', async () => {
  const [baseUrl, apiKey] = ['https://gateway.example/v3', '0123456789abcdef'];
  const target = { appId: 'app', baseUrl };
  const proof = addressProof({ baseUrl, apiKey: 'the key of somebody else' });
  const foreign = { target, options: {}, ...(proof !== undefined && { addressProof: proof }) };
  expect(isKnownAddress(foreign, apiKey)).toBe(false);
  const file = new URL('job/src/sending/known-address.ts', packages);
  const safeguard = { file, code: '    proof !== undefined &&\n', instead: '    true ||\n' };
  const module = await importWithout<{ isKnownAddress: typeof isKnownAddress }>(file, safeguard);
  expect(module.isKnownAddress(foreign, apiKey)).toBe(true);
});

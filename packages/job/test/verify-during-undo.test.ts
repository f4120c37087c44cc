import { lockJob } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { jobFolder, jobStatus, verifyJob } from '../src/index.ts';
import { defaultRunOptions } from '../src/sending/default-run-options.ts';
import { checkedTarget } from '../src/sending/target.ts';
import { planUndo } from '../src/undoing/plan-undo.ts';
import { sendUndo } from '../src/undoing/send-undo.ts';
import { type GateAnswer, startGate } from './support/gate.ts';
import { HastyClock } from './support/hasty-clock.ts';
import { startJobRig } from './support/job-rig.ts';
import { imported, rows } from './support/undo-rig.ts';

test('a verification during which an undo begins has no result, and none begins after that', async () => {
  await using rig = await startJobRig();
  const job = jobFolder(rig.job);
  let undo: (() => Promise<void>) | undefined;
  await using gate = await startGate(rig.service, async (request): Promise<GateAnswer> => {
    const begin = undo;
    if (request !== 'GET /messages' || begin === undefined) return 'pass';
    undo = undefined;
    await begin();
    return 'pass';
  });
  const target = checkedTarget({ ...rig.target, baseUrl: gate.baseUrl });
  await imported(rig, rows(), target);
  const { signal } = new AbortController();
  const reading = { job, target, requestsPerMinute: 'unlimited', signal } as const;
  {
    using _ = lockJob(job.path, Date.now());
    await planUndo(reading);
  }
  undo = async () => {
    using lock = lockJob(job.path, Date.now());
    const options = { ...defaultRunOptions, maxFailures: 'none' as const };
    const clock = new HastyClock();
    const events = sendUndo({ job, lock, target, isForced: false, options, clock });
    for await (const { type } of events) if (type === 'batch-settled') break;
  };
  const verify = () => verifyJob({ job: rig.job, target, requestsPerMinute: 'unlimited' });

  await expect(verify()).rejects.toMatchObject({
    code: 'undo-begun',
    message: `An undo of the job ${rig.job} began while the app was read, so what was read has no result.`,
  });

  expect(jobStatus(rig.job).undo).toMatchObject({ state: 'begun' });
  await expect(verify()).rejects.toMatchObject({ code: 'undo-begun' });
});

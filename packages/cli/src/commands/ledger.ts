import { systemClock } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import { lockJob } from '@chatferry/runner';
import { command } from '../arguments/command.ts';
import { printChange } from '@chatferry/output/printing/print';
import { Refusal } from '@chatferry/contract/refusal';
import { IMPATIENT, loadFleet } from '../store/with-store.ts';
import { requiredStore } from '../store/store-address.ts';
import { openPlannedWorkspace } from '../configuration/workspace.ts';

export const ledger = command({
  details: [
    'A job has one ledger: in the job folder, or in a store.',
    'With export, JOB is the name of the job where the plan was sent to several apps. Each needs a job folder of its own, with a copy of the plan.',
  ],
  options: ['job', 'config', 'store', 'json', 'quiet', 'help'],
  body: async (values, [action, name, ...more], io) => {
    if (
      (action !== 'export' && action !== 'import') ||
      (action === 'import' && name !== undefined) ||
      more.length > 0
    )
      throw new Refusal('A ledger is moved in one of two directions.', 'Give export or import.');
    const address = requiredStore(values.store, io.env);
    const { job, next } = await openPlannedWorkspace(values, io);
    const { exportLedger, importLedger, Store } = await loadFleet();
    using _ = lockJob(job.path, systemClock.now());
    using plan = openPlan(job.plan);
    await using store = new Store(address, IMPATIENT);
    if (action === 'export') await exportLedger(store, job, plan, name);
    else await importLedger(store, job, plan);
    const [place, follows, advice] =
      action === 'export'
        ? [job.ledger, next('status'), 'See how far it is with']
        : [store.name, next('run'), 'Continue with'];
    const line = `The ledger of this job is in ${place}. ${advice}: ${follows}`;
    const result = { type: 'ledger', action, ledger: place, next: [follows] } as const;
    printChange(result, line, values, io);
    return 'done';
  },
});

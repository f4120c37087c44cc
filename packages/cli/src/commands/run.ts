import { runOptions } from '../arguments/option-groups.ts';
import { command } from '../arguments/command.ts';
import { changedSince } from '@chatferry/job/planned';
import { runAndReport } from '../running/run-and-report.ts';
import { runInStore } from '../store/run-in-store.ts';
import { storeAddress } from '../store/store-address.ts';
import { openPlannedWorkspace } from '../configuration/workspace.ts';

export const run = command({
  details: [
    'The key is read from the environment variable CHATFERRY_API_KEY, or from the variable that the configuration names.',
    'With --store the ledger is in a PostgreSQL database, and not in the job folder.',
    'It can be killed at any moment and started again: no record is lost or stored twice.',
  ],
  options: [
    'job',
    'config',
    'store',
    ...runOptions,
    'codes-only',
    'metrics',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, _, io) => {
    const workspace = await openPlannedWorkspace(values, io);
    for (const change of await changedSince(workspace.job))
      io.err(`${change} This run sends what was planned. To send the current content, plan again.`);
    const address = storeAddress(values.store, io.env);
    if (address === undefined) return await runAndReport(workspace, values, io);
    return await runInStore(address, workspace, values, io);
  },
});

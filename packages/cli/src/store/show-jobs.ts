import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '@chatferry/output/terms/io';
import { show } from '../printing/show.ts';
import { jobJson } from '@chatferry/output/store/job-json';
import { jobTable } from '@chatferry/output/store/job-table';
import { nextInStore } from './operate-jobs.ts';
import { withStore } from './with-store.ts';
import { workerTable } from '@chatferry/output/store/worker-table';

interface Values {
  readonly store?: string;
  readonly json?: boolean;
  readonly watch?: boolean;
}

/** Prints the jobs of a store once, or repeatedly until it is interrupted. @throws {Refusal} */
export async function showJobs(
  values: Values,
  name: string | undefined,
  io: Io,
): Promise<CommandOutcome> {
  await withStore(values.store, io.env, (store, { fleetState, jobStates }) => {
    const read = async (): Promise<readonly string[]> => {
      const jobs = await jobStates(store, name);
      const fleet = await fleetState(store, name);
      const now = Date.now();
      return values.json === true
        ? [jobJson(jobs, fleet, nextInStore(values.store!, io))]
        : [...jobTable(jobs, now), ...workerTable(fleet, now)];
    };
    return show(read, values, io);
  });
  return 'done';
}

import { printable } from '@chatferry/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandOutcome } from '../exit-status.ts';
import { listenForInterrupts } from '../interruption.ts';
import type { Io } from '../io.ts';
import { jobJson } from './job-json.ts';
import { jobTable } from './job-table.ts';
import { withStore } from './with-store.ts';
import { workerTable } from './worker-table.ts';

const AGAIN_MS = 2000;

interface Values {
  readonly store?: string;
  readonly json?: boolean;
  readonly watch?: boolean;
}

/** Prints the jobs of a store once, or again and again until it is interrupted. @throws {Refusal} */
export async function showJobs(
  { store: given, json, watch }: Values,
  name: string | undefined,
  io: Io,
): Promise<CommandOutcome> {
  using interruption = listenForInterrupts(io, () => {});
  await withStore(given, io.env, async (store, { fleetState, jobStates }) => {
    for (;;) {
      const jobs = await jobStates(store, name);
      const fleet = await fleetState(store, name);
      const now = Date.now();
      const lines = [...jobTable(jobs, now), ...workerTable(fleet, now)].map(printable);
      if (json === true) io.out(jobJson(jobs, fleet));
      else if (watch === true && io.screen !== undefined) io.screen.draw(lines.join('\n'));
      else for (const line of lines) io.out(line);
      if (watch !== true || interruption.finish.aborted) break;
      await sleep(AGAIN_MS, undefined, { signal: interruption.finish }).catch(() => {});
      if (interruption.finish.aborted) break;
    }
    if (watch === true) io.screen?.done();
  });
  return 'done';
}

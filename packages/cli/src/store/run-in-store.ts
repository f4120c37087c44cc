import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../exit-status.ts';
import type { Io } from '../io.ts';
import { runAndReport } from '../running/run-and-report.ts';
import type { Workspace } from '../workspace.ts';
import { loadFleet } from './load-fleet.ts';

/** Sends the plan of the job folder with a ledger in a store, and prints the result. */
export async function runInStore(
  address: string,
  workspace: Workspace,
  values: OptionValues,
  io: Io,
): Promise<CommandOutcome> {
  const { openJobLedger, Store } = await loadFleet();
  return runAndReport(
    workspace,
    values,
    io,
    async (plan, { giveUpAfterMs }, to, ending, metrics) => {
      const watch = metrics?.ofStore;
      const store = new Store(address, { giveUpAfterMs, ending, watch });
      try {
        const ledger = await openJobLedger(store, workspace.job, plan, to);
        return {
          ...ledger,
          [Symbol.asyncDispose]: async () => {
            await ledger[Symbol.asyncDispose]();
            await store[Symbol.asyncDispose]();
          },
        };
      } catch (error) {
        await store[Symbol.asyncDispose]();
        throw error;
      }
    },
  );
}

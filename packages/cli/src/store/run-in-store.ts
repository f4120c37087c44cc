import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '@chatferry/output/terms/io';
import { runAndReport } from '../running/run-and-report.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { loadFleet } from './with-store.ts';

/** Sends the plan of the job folder with a ledger in a store, and prints the result. */
export async function runInStore(
  address: string,
  workspace: Workspace,
  values: OptionValues,
  io: Io,
): Promise<CommandOutcome> {
  const { openJobLedger, Store } = await loadFleet();
  return runAndReport(workspace, values, io, {
    ledgerIn:
      (ending, metrics) =>
      async (plan, to, { giveUpAfterMs }) => {
        await using opened = new AsyncDisposableStack();
        const store = opened.use(
          new Store(address, { giveUpAfterMs, ending, watch: metrics?.ofStore }),
        );
        const ledger = opened.use(await openJobLedger(store, workspace.job, plan, to));
        const both = opened.move();
        return { ...ledger, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
      },
  });
}

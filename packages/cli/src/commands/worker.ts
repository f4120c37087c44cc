import { hostname } from 'node:os';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { listenForInterrupts } from '../interruption.ts';
import { loadFleet } from '../store/load-fleet.ts';
import { requiredStore } from '../store/store-address.ts';
import { workerKeys } from '../store/worker-keys.ts';
import { workerLine } from '../store/worker-line.ts';

/** How long a statement waits for a lost database. The worker waits for longer than that. */
const PATIENT_MS = 3_600_000;

export const worker = command({
  details: [
    'A worker may be killed at any moment: another one has its shifts about 10 seconds later. SIGTERM gives them back within a minute, with all outcomes recorded.',
    'The key of an app comes from the environment variable CHATFERRY_API_KEY_<APP>, with the id of the app in capitals and _ for -, or from the folder of --keys. A worker leaves jobs of apps whose key it has not to others.',
  ],
  options: ['store', 'pool', 'shifts', 'keys', 'until-done', 'quiet', 'help'],
  body: async (values, _, io) => {
    const address = requiredStore(values.store, io.env);
    const { BossQueue, checkVersion, openSubmittedPlan, Store, work } = await loadFleet();
    using interruption = listenForInterrupts(io, () => {
      if (values.quiet !== true)
        io.err('Giving the shifts back when the requests in flight are answered.');
    });
    const stop = interruption.finish;
    await using store = new Store(address, { giveUpAfterMs: PATIENT_MS, ending: stop });
    await checkVersion(store);
    const pool = values.pool ?? 'default';
    await using queue = await BossQueue.open(store, pool, true);
    await work({
      store,
      queue,
      pool,
      worker: `${hostname()}:${process.pid}`,
      shifts: values.shifts ?? 64,
      keyOf: workerKeys(values.keys, io.env),
      openPlan: async (source) => openSubmittedPlan(source),
      stop,
      stopNow: interruption.now,
      untilDone: values['until-done'],
      onEvent: (event) => {
        const line = values.quiet === true ? undefined : workerLine(event);
        if (line !== undefined) io.err(line);
      },
    });
    return statusOf('done');
  },
});

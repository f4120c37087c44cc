import { systemClock } from '@chatferry/client';
import { printable } from '@chatferry/contract';
import { hostname } from 'node:os';
import { Metrics, serveMetrics } from '@chatferry/job/metrics';
import { metricsAddressFrom } from '../arguments/metrics-address.ts';
import { command } from '../arguments/command.ts';
import { listenForInterrupts } from '../terms/interruption.ts';
import { isoTime } from '@chatferry/output/printing/iso-time';
import { resultJson } from '@chatferry/output/printing/print';
import { live } from '@chatferry/output/screens/live';
import { loadFleet } from '../store/with-store.ts';
import { planCacheFolder } from '../store/plan-cache-folder.ts';
import { requiredStore } from '../store/store-address.ts';
import { workerKeys } from '../store/worker-keys.ts';
import { workerLine } from '@chatferry/output/store/worker-line';
import { WorkerScreen } from '@chatferry/output/store/worker-screen';
import { workerLog } from '@chatferry/output/store/worker-log';
import { WorkerMetrics } from '../store/worker-metrics.ts';

/** How long a statement waits for a lost database. The worker itself waits longer. */
const PATIENT_MS = 3_600_000;

export const worker = command({
  details: [
    'A worker may be killed at any moment: another one has its shifts about 10 seconds later. SIGTERM gives them back within a minute, with all outcomes recorded.',
    'The key of an app comes from the environment variable CHATFERRY_API_KEY_<APP>, with the id of the app in capitals and _ for -, or from the folder of --keys. A worker leaves jobs of apps whose key it has not to others.',
  ],
  options: [
    'store',
    'pool',
    'shifts',
    'keys',
    'plan-cache',
    'metrics',
    'until-done',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, _, io) => {
    const address = requiredStore(values.store, io.env);
    const { BossQueue, checkVersion, PlanCache, Store, work } = await loadFleet();
    const name = `${hostname()}:${process.pid}`;
    const pool = values.pool ?? 'default';
    const progress = new WorkerScreen(`worker ${name}, pool ${pool}`, systemClock.now());
    using screen = live(io, values, {
      drawing: (frame) => progress.drawing(frame),
      line: () => undefined,
      isKept: true,
    });
    using interruption = listenForInterrupts(io, () =>
      screen.stopping(
        'stopping: gives the shifts back when the requests in flight are answered',
        'stopping: gives the shifts back',
      ),
    );
    const stop = interruption.finish;
    const metrics = new Metrics();
    const counts = new WorkerMetrics(metrics);
    await using server =
      values.metrics === undefined
        ? undefined
        : await serveMetrics(metricsAddressFrom(values.metrics), metrics, () => ({
            ok: !stop.aborted,
          }));
    if (server !== undefined && values.quiet !== true) io.err(`Metrics: ${server.url}/metrics`);
    const plans = new PlanCache({ folder: planCacheFolder(values), env: io.env, signal: stop });
    const log = values.json === true ? await workerLog(io.out) : undefined;
    await using store = new Store(address, {
      giveUpAfterMs: PATIENT_MS,
      ending: stop,
      watch: metrics.ofStore,
    });
    await checkVersion(store);
    await using queue = await BossQueue.open(store, pool, true, ({ message }) => {
      metrics.queueErrors.add({});
      if (values.json === true) io.out(queueErrorJson(message));
      else io.err(`The search for lost workers failed: ${printable(message)}`);
    });
    await work({
      store,
      queue,
      pool,
      worker: name,
      shifts: values.shifts ?? 64,
      keyOf: workerKeys(values.keys, io.env),
      openPlan: (source) => plans.open(source),
      onAnswer: (app) => counts.onAnswer(app),
      stop,
      stopNow: interruption.now,
      untilDone: values['until-done'],
      onEvent: (event) => {
        counts.take(event);
        progress.take(event);
        log?.(event);
        screen.changed(workerLine(event));
      },
    });
    if (values['until-done'] !== true || !stop.aborted) return 'done';
    io.err('Stopped before the jobs of the pool were done. The same command continues.');
    return 'interrupted';
  },
});

/** A line of the worker log about an error of the queue. */
function queueErrorJson(message: string): string {
  const time = isoTime(Date.now());
  return resultJson({ level: 50, time, msg: 'queue-error', message });
}

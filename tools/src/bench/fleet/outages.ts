import { setTimeout } from 'node:timers/promises';
import { startSink } from '../start-sink.ts';
import { ANSWER_MS, type Bench, startWorkers, STORE, submitted } from './workers.ts';
import { runCommand } from '../../fleet/run-command.ts';
import type { WorkerProcess } from '../../fleet/worker-process.ts';

const PER_MINUTE = '3000';

/** Measures the time from the kill of a worker until another worker has its shift. */
export async function measureTakeover(bench: Bench): Promise<void> {
  using sink = await startSink(ANSWER_MS);
  const plan = await bench.plan();
  const [first, second] = (await startWorkers(bench, 2)) as [WorkerProcess, WorkerProcess];
  const given = { baseUrl: sink.baseUrl, rate: PER_MINUTE, spread: 1 };
  const name = await submitted(bench, plan, given);
  while (!sendsMessages(first) && !sendsMessages(second)) await setTimeout(20);
  const [doomed, other] = sendsMessages(first) ? [first, second] : [second, first];
  await setTimeout(1000);
  const killedAt = performance.now();
  await doomed.kill();
  while (!other.printed.some((line) => line.includes('after another worker'))) await setTimeout(20);
  const seconds = ((performance.now() - killedAt) / 1000).toFixed(1);
  console.log(`\nAfter SIGKILL another worker had the shift in ${seconds} s.`);
  await other.kill();
  await runCommand(bench.env, 'cancel', name, STORE);
}

/** Measures the time from the loss of PostgreSQL to the last request of the workers. */
export async function measureLostStore(bench: Bench): Promise<void> {
  using sink = await startSink(ANSWER_MS);
  const plan = await bench.plan();
  const workers = await startWorkers(bench, 4);
  await submitted(bench, plan, { baseUrl: sink.baseUrl, rate: PER_MINUTE });
  while (!workers.every(sendsMessages)) await setTimeout(20);
  await setTimeout(1000);
  const { nowMs } = await sink.report();
  await bench.server.crash();
  await setTimeout(3000);
  const { requests, lastMs } = await sink.report();
  const last = requests === 0 ? 'none' : `the last one after ${Math.round(lastMs - nowMs)} ms`;
  console.log(`Requests of 4 workers after PostgreSQL was lost: ${requests}, ${last}.`);
  await Promise.all(workers.map((worker) => worker.kill()));
  await bench.server.start();
}

/** Sending messages is the longest step; the other steps take only a moment. */
function sendsMessages({ held }: WorkerProcess): boolean {
  return [...held].some((shift) => shift.includes('send messages'));
}

import { createClient, systemClock } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import { lockJob, openLedger, run } from '../../src/index.ts';
import { quick } from './rig.ts';

/**
 * Runs a job in a process of its own, which is killed at a certain write of the ledger: just before it is handed to
 * SQLite (`before`) or just after it was committed (`after`). 0 lets it live.
 */
const [folder, baseUrl, apiKey, write, moment] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  'before' | 'after',
];

await using held = new AsyncDisposableStack();
held.use(lockJob(folder, Date.now()));
const plan = held.use(openPlan(`${folder}/plan.sqlite`));
const ledger = held.use(openLedger(`${folder}/ledger.sqlite`, plan));
const client = held.use(createClient({ baseUrl, apiKey, answerTimeoutMs: 1000 }));

const commit = ledger.write.bind(ledger);
let writes = 0;
ledger.write = async (entry) => {
  const isTheOne = ++writes === Number(write);
  if (isTheOne && moment === 'before') process.kill(process.pid, 'SIGKILL');
  await commit(entry);
  if (isTheOne) process.kill(process.pid, 'SIGKILL');
};

const job = { plan, ledger, client, clock: systemClock, random: () => 0.9, folder };
for await (const event of run(job, quick))
  if (event.type === 'stopped') throw new Error(event.reason.message);

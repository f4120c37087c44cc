import { createClient, systemClock } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import { lockJob, openLedger, run, type RunEvent } from '../../src/index.ts';
import { quick, somewhere } from './options.ts'; // `rig.ts` loads the local service.

/**
 * Runs a job in a process of its own, which is killed at its nth write to the ledger, just before it is handed to
 * SQLite (`before`) or just after it was committed (`after`), or at its nth event of a type. 0 lets it live.
 */
const [folder, baseUrl, apiKey, rate, nth, moment] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  'before' | 'after' | RunEvent['type'],
];

await using held = new AsyncDisposableStack();
held.use(lockJob(folder, Date.now()));
const plan = held.use(openPlan(`${folder}/plan.sqlite`));
const ledger = held.use(openLedger(`${folder}/ledger.sqlite`, plan, somewhere));
const client = held.use(createClient({ baseUrl, apiKey, answerTimeoutMs: 1000 }));

ledger.write = dying(ledger.write.bind(ledger));
ledger.announce = dying(ledger.announce.bind(ledger));
let writes = 0;
let events = 0;

const job = { plan, ledger, client, clock: systemClock, random: () => 0.9, folder };
const options = {
  ...quick,
  requestsPerMinute: rate === 'unlimited' ? ('unlimited' as const) : Number(rate),
};
for await (const event of run(job, options)) {
  if (event.type === moment && ++events === Number(nth)) process.kill(process.pid, 'SIGKILL');
  if (event.type === 'stopped') throw new Error(event.reason.message);
}

function dying<Args extends unknown[]>(
  act: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    const isTheOne = ++writes === Number(nth);
    if (isTheOne && moment === 'before') process.kill(process.pid, 'SIGKILL');
    await act(...args);
    if (isTheOne && moment === 'after') process.kill(process.pid, 'SIGKILL');
  };
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { chatferry } from '../../processes/chatferry.ts';
import { CommandProcess } from '../../processes/command-process.ts';
import { measure } from '../../processes/measure.ts';
import type { ServiceProcess } from '../../processes/service-process.ts';
import { fillMessages } from './fill-messages.ts';

/** Poll interval of the ledger. */
const POLL_MS = 50;

/**
 * Sends the plan of a job folder in a fraction of the time of a run. A run sends everything before the messages and some messages, and is
 * stopped. The other messages are written into the ledger and into the tables of the service. A second run then finds everything sent.
 *
 * @param options options of the run
 * @returns the number of messages that were filled in
 * @throws {Error} when one of the runs fails
 */
export async function sendQuickly(
  job: string,
  service: ServiceProcess,
  options: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const args = ['run', '--job', job, '--yes', '--quiet', ...options];
  const run = new CommandProcess(args, { env });
  const { child } = run;
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  while (isRunning() && !hasMessages(path.join(job, 'ledger.sqlite'))) await setTimeout(POLL_MS);
  child.kill('SIGINT');
  const { status, said } = await run.ended();
  if (status !== 130 && status !== 0) throw new Error(`A run ended with ${status}:\n${said}`);
  await service.kill();
  const filled = fillMessages(job, service.db);
  await service.start();
  await measure(chatferry, args, { env });
  return filled;
}

/** Whether the ledger contains sent messages. */
function hasMessages(ledger: string): boolean {
  if (!existsSync(ledger)) return false;
  try {
    using db = new DatabaseSync(ledger, { readOnly: true });
    return (
      db.prepare(`SELECT 1 FROM lanes WHERE kind = 'messages' AND settled > 0`).get() !== undefined
    );
  } catch {
    return false; // The ledger is being created.
  }
}

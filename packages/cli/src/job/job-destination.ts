import { createClient, type Clock } from '@chatferry/client';
import {
  type Destination,
  isRehearsal,
  type JobTarget,
  type Ledger,
  LedgerError,
  rememberedDestination,
} from '@chatferry/runner';
import { sendingOptions } from '../arguments/sending-options.ts';
import type { OptionValues } from '../arguments/options.ts';
import type { Target } from '../configuration/target.ts';
import type { JobFolder } from './job-folder.ts';

/** Where a job was sent to so far; undefined when nothing was sent yet. */
export function rememberedTarget(job: JobFolder): JobTarget | undefined {
  return rememberedDestination(job.ledger)?.target;
}

/** The options of the latest run; none when there was none. */
export function rememberedOptions(job: JobFolder): OptionValues {
  return rememberedDestination(job.ledger)?.options ?? {};
}

/** What the ledger keeps of a run's target and options. */
export function destinationOf(target: Target, values: OptionValues): Destination {
  const options = Object.fromEntries(
    sendingOptions.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
  return { target, options };
}

/**
 * Keeps a job to one local service. An app id and a port on this machine do not identify one: another database of the
 * local service may listen there today.
 *
 * @throws {LedgerError} `other-target` when the records went to another one
 */
export async function keepToInstance(ledger: Ledger, target: Target, clock: Clock): Promise<void> {
  if (!isRehearsal(target)) return;
  const instance = await instanceAt(target, clock);
  if (instance === undefined) return;
  const before = ledger.instance;
  if (before === instance) return;
  if (before !== undefined && ledger.hasSettled)
    throw new LedgerError(
      'other-target',
      `Records of this job have been sent to another local service than the one at ${target.baseUrl}: it has another database.`,
      {
        file: ledger.path,
        fix: 'Start the local service with the database it had (serve --db FILE), or plan into a job folder of its own with --job DIR.',
      },
    );
  ledger.keepInstance(instance);
}

/** Undefined when nothing answers, or no local service does; the run then deals with it. */
async function instanceAt(target: Target, clock: Clock): Promise<string | undefined> {
  await using client = createClient({ ...target, clock });
  try {
    const { headers } = await client.attempt('users.list', { query: { perPage: 1 } });
    return headers['x-instance-id'];
  } catch {
    return undefined;
  }
}

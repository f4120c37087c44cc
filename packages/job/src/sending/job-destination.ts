import { type Clock, createClient } from '@chatferry/client';
import {
  type Destination,
  isRehearsal,
  type JobTarget,
  type Ledger,
  LedgerError,
  rememberedDestination,
} from '@chatferry/runner';
import type { Target } from './target.ts';
import type { JobFolder } from '../folder/job-folder.ts';

/** Where a job was sent to so far; undefined when nothing was sent yet. */
export function rememberedTarget(job: JobFolder): JobTarget | undefined {
  return rememberedDestination(job.ledger)?.target;
}

/** How the latest run was asked for, in the caller's words; empty when there was none. */
export function rememberedOptions(job: JobFolder): Destination['options'] {
  return rememberedDestination(job.ledger)?.options ?? {};
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
        fix: 'Start the local service with the database it had, or plan into a job folder of its own.',
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

import { existsSync } from 'node:fs';
import { type Clock, createClient } from '@chatferry/client';
import {
  type Destination,
  isRehearsal,
  type JobTarget,
  LedgerError,
  nameOfTarget,
  placeOf,
  rememberedDestination,
  sentDestination,
} from '@chatferry/runner';
import { openPlan, type Plan } from '@chatferry/planner';
import { JobError } from '../errors/job-error.ts';
import { afterConfigOf } from '../planning/open-earlier-job.ts';
import { isKnownAddress } from './known-address.ts';
import type { Target } from './target.ts';
import type { JobLedger } from './job-ledger.ts';
import type { JobFolder } from '../folder/job-folder.ts';

/** Where a job, or the job before it, was sent to so far; undefined when nothing was sent yet. */
export function rememberedTarget(job: JobFolder): JobTarget | undefined {
  return destinationBefore(job)?.target;
}

/**
 * Where a job was sent to so far, if the key may be sent there without the caller naming the address.
 *
 * @param apiKey undefined when another process has the key: the key is then sent to addresses of the service only
 * @returns undefined when nothing was sent yet
 * @throws {JobError} `unknown-address`
 */
export function knownTarget(job: JobFolder, apiKey: string | undefined): JobTarget | undefined {
  const before = destinationBefore(job);
  if (before === undefined || isKnownAddress(before, apiKey)) return before?.target;
  const { baseUrl } = before.target;
  throw new JobError(
    'unknown-address',
    [
      `The job folder ${job.path} names the address ${baseUrl}, which is not one of the service.`,
      apiKey === undefined
        ? 'The key of the app would be sent there.'
        : 'This key was not sent there before, as far as the folder proves.',
    ],
    `If that server may have the key, give app id and base URL.`,
  );
}

function destinationBefore(job: JobFolder): Destination | undefined {
  const inFolder = sentDestination(job.ledger) ?? sentDestination(job.undoneLedger);
  if (inFolder !== undefined) return inFolder;
  return ofEarlierJob(job);
}

/** Where the job before this one was sent to, as the plan keeps it. */
function ofEarlierJob(job: JobFolder): Destination | undefined {
  if (!existsSync(job.plan)) return undefined;
  try {
    using plan = openPlan(job.plan);
    const after = afterConfigOf(plan);
    return after && { target: after.target, options: {}, addressProof: after.addressProof };
  } catch {
    return undefined; // The command that needs the plan reports why it cannot be read.
  }
}

/**
 * Makes sure that a job is sent to the same app as the job before it, where the records have landed that it does not send.
 *
 * @throws {LedgerError} `other-target`
 */
export function keepToTargetBefore(plan: Plan, target: JobTarget, ledger: string): void {
  const before = afterConfigOf(plan)?.target;
  if (before === undefined || placeOf(before) === placeOf(target)) return;
  throw new LedgerError(
    'other-target',
    `The job before this one was sent to ${nameOfTarget(before)}, and this one to ${nameOfTarget(target)}.`,
    { file: ledger, fix: 'Send it to the same app, or plan the whole export for the other one.' },
  );
}

/** The options of the latest run as the caller recorded them; empty when there was none. */
export function rememberedOptions(job: JobFolder): Destination['options'] {
  return rememberedDestination(job.ledger)?.options ?? {};
}

/**
 * Makes sure that a job is sent to one local service only. An app id and a port do not identify it: a local service
 * with another database may listen at the same port.
 *
 * @throws {LedgerError} `other-target` when the records went to another local service
 */
export async function keepToInstance(
  ledger: Pick<JobLedger, 'instance' | 'keepInstance' | 'hasSettled'> & {
    readonly store: Pick<JobLedger['store'], 'path'>;
  },
  target: Target,
  clock: Clock,
): Promise<void> {
  if (!isRehearsal(target)) return;
  const instance = await instanceAt(target, clock);
  if (instance === undefined) return;
  const before = await ledger.instance();
  if (before === instance) return;
  if (before !== undefined && (await ledger.hasSettled()))
    throw new LedgerError(
      'other-target',
      `Records of this job have been sent to another local service than the one at ${target.baseUrl}: it has another database.`,
      {
        file: ledger.store.path,
        fix: 'Start the local service with the database it had, or plan into a separate job folder.',
      },
    );
  await ledger.keepInstance(instance);
}

/** The instance id of the local service; undefined when another service or none answers, which the run reports. */
async function instanceAt(target: Target, clock: Clock): Promise<string | undefined> {
  await using client = createClient({ ...target, clock });
  try {
    const { headers } = await client.attempt('users.list', { query: { perPage: 1 } });
    return headers['x-instance-id'];
  } catch {
    return undefined;
  }
}

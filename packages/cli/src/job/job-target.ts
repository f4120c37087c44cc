import { readFileSync } from 'node:fs';
import { baseUrl, isLoopback, type Region } from '@chatferry/contract';
import { Refusal } from '../refusal.ts';
import type { JobFolder } from './job-folder.ts';
import { ledgerState } from './ledger-state.ts';
import { LinesFile } from './lines-file.ts';

/** Where the records of a job go, without the key. */
export interface JobTarget {
  readonly appId: string;
  readonly region?: Region | undefined;
  readonly baseUrl?: string | undefined;
}

/** Where a job was sent to so far; undefined when it was not sent yet, or by a version that did not write it down. */
export function rememberedTarget(job: JobFolder): JobTarget | undefined {
  try {
    return JSON.parse(readFileSync(job.target, 'utf8')) as JobTarget;
  } catch {
    return undefined;
  }
}

/**
 * Writes down where a job is sent to. The ledger tells what landed, not where: without this a job that was rehearsed
 * would count as done everywhere.
 *
 * @throws {Refusal} when records of the job have gone to another app already
 */
export function keepToTarget(job: JobFolder, target: JobTarget): void {
  const before = rememberedTarget(job);
  if (before !== undefined && placeOf(before) !== placeOf(target) && ledgerState(job) === 'begun')
    throw new Refusal(
      `Records of the job folder ${job.path} have been sent to ${nameOf(before)}, and this would go on with ${nameOf(target)}, which does not have them.`,
      `To send them there as well, plan them into a job folder of their own with --job DIR. If it is the same app at another address, remove ${job.target} and run again.`,
    );
  const { appId, region, baseUrl: address } = target;
  const text = JSON.stringify({ appId, region, baseUrl: address });
  if (before !== undefined && JSON.stringify(before) === text) return;
  using file = new LinesFile(job.target);
  file.write(text);
  file.finish();
}

/** The same for two targets that are one place: the port of a server on this machine does not count. */
export function placeOf(target: JobTarget): string {
  return `${target.appId} at ${isRehearsal(target) ? 'this machine' : addressOf(target).host}`;
}

/** Whether the target is a server on this machine. */
export function isRehearsal(target: JobTarget): boolean {
  return isLoopback(addressOf(target).hostname);
}

function addressOf({ appId, region = 'us', baseUrl: address }: JobTarget): URL {
  return new URL(address ?? baseUrl('chat', { appId, region }));
}

function nameOf({ appId, region, baseUrl: address }: JobTarget): string {
  return `the app ${appId} ${address === undefined ? `in the region ${region}` : `at ${address}`}`;
}

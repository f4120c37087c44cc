import { baseUrl, isLoopback, type Region } from '@chatferry/contract';

/** Where the records of a job go, without the key. */
export interface JobTarget {
  readonly appId: string;
  readonly region?: Region | undefined;
  readonly baseUrl?: string | undefined;
}

/** A text that is equal for two targets of the same app. The port of a server on this machine does not count. */
export function placeOf(target: JobTarget): string {
  return `${target.appId} at ${isRehearsal(target) ? 'this machine' : addressOf(target).host}`;
}

/** Whether the target is a server on this machine. */
export function isRehearsal(target: JobTarget): boolean {
  return isLoopback(addressOf(target).hostname);
}

/** For people: `the app a1 in the region eu`. */
export function nameOfTarget({ appId, region, baseUrl: address }: JobTarget): string {
  return `the app ${appId} ${address === undefined ? `in the region ${region}` : `at ${address}`}`;
}

function addressOf({ appId, region = 'us', baseUrl: address }: JobTarget): URL {
  return new URL(address ?? baseUrl('chat', { appId, region }));
}

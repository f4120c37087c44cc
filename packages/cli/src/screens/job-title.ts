import path from 'node:path';
import type { JobTarget } from '@chatferry/runner';

/** `bulk → tram-depot, eu`: the job folder, and where its records go or come from. */
export function jobTitle(
  job: string,
  arrow: '→' | '←' | '⇄',
  { appId, region, baseUrl }: JobTarget,
): string {
  const place = region ?? (baseUrl === undefined ? undefined : hostOf(baseUrl));
  const app = place === undefined ? appId : `${appId}, ${place}`;
  return `${path.basename(path.resolve(job))} ${arrow} ${app}`;
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

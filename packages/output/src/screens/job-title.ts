import path from 'node:path';
import type { JobTarget } from '@chatferry/runner';

/** `bulk → tram-depot, eu`: the job folder, and the app that its records go to or come from, if it is known. */
export function jobTitle(
  job: string,
  arrow: '→' | '←' | '⇄',
  target: JobTarget | undefined,
): string {
  const name = path.basename(path.resolve(job));
  if (target === undefined) return name;
  const { appId, region, baseUrl } = target;
  const place = region ?? (baseUrl === undefined ? undefined : hostOf(baseUrl));
  const app = place === undefined ? appId : `${appId}, ${place}`;
  return `${name} ${arrow} ${app}`;
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

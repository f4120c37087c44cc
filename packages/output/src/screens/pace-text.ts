import { counted } from '@chatferry/contract';
import type { Rate } from '@chatferry/runner';
import { percent } from './percent.ts';

/**
 * `99 % of 60 requests/min`, and the short form `99 % of the quota`. Without a quota, only the requests.
 *
 * @param requests requests a minute; undefined before they are measured: the texts then contain only the quota
 */
export function paceTexts(
  requests: number | undefined,
  quota: Rate,
): readonly [long: string, short: string] {
  if (requests === undefined) return twice(quotaText(quota));
  if (quota === 'unlimited' || quota === 0)
    return twice(`${counted(Math.round(requests), 'request')}/min`);
  const share = percent(requests, quota);
  return [`${share} of ${counted(quota, 'request')}/min`, `${share} of the quota`];
}

export function quotaText(quota: Rate): string {
  return quota === 'unlimited' ? 'no quota' : `quota ${counted(quota, 'request')}/min`;
}

function twice(text: string): readonly [string, string] {
  return [text, text];
}

import { counted } from '@chatferry/contract';
import type { Rate } from '@chatferry/runner';
import { percent } from '../printing/bar.ts';

/** `60 requests/min`, and the share of the quota. @param requests in a minute; undefined before they are measured */
export function paceTexts(requests: number | undefined, quota: Rate): readonly string[] {
  if (requests === undefined)
    return [quota === 'unlimited' ? 'no quota' : `quota ${counted(quota, 'request')}/min`];
  const speed = `${counted(Math.round(requests), 'request')}/min`;
  return quota === 'unlimited' || quota === 0
    ? [speed]
    : [speed, `${percent(requests, quota)} of the quota`];
}

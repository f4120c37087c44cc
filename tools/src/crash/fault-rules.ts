import type { FaultRule } from '@chatferry/local-service';

/**
 * Ways to misbehave that pass by themselves: each of them hits so many requests that together they hit about `share` of
 * all. A record that is refused for good is not among them, for then it would rightly not be there in the end.
 */
export function faultRules(share: number, seed: number): FaultRule[] {
  const kinds: FaultRule[] = [
    { fault: 'status-before', status: 500 },
    { fault: 'status-after', status: 500 },
    { fault: 'status-after', status: 503, code: 'ERR_OPERATION_FAILED' },
    { fault: 'html', status: 502 },
    { fault: 'reset-before' },
    { fault: 'reset-after' },
    { fault: 'cut-off' },
    { fault: 'empty-200' },
    { fault: 'rate-limit', seconds: 0 },
    { fault: 'omit-records', share: 0.3 },
  ];
  const probability = share / kinds.length;
  return kinds.map((rule, index) => ({
    ...rule,
    operation: 'dataImport.*',
    when: { probability },
    seed: seed * 100 + index,
  }));
}

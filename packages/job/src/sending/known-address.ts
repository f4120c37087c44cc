import { createHmac } from 'node:crypto';
import { baseUrl, regions } from '@chatferry/contract';
import type { Destination } from '@chatferry/runner';
import type { Target } from './target.ts';

/**
 * Proof that a holder of the key sent a job to the address. The ledger keeps the proof: a job folder from elsewhere has none for this
 * key. Neither the key nor the address can be computed from the proof.
 */
export function addressProof({
  baseUrl: address,
  apiKey,
}: Pick<Target, 'baseUrl' | 'apiKey'>): string | undefined {
  if (address === undefined) return undefined;
  return createHmac('sha256', apiKey).update(address).digest('hex');
}

/** Whether the key may be sent to the address in the ledger: an address of the service, or an address that this key went to before. */
export function isKnownAddress(
  { target: { appId, baseUrl: address }, addressProof: proof }: Destination,
  apiKey: string | undefined,
): boolean {
  if (address === undefined) return true;
  if (regions.some((region) => baseUrl('chat', { appId, region }) === address)) return true;
  return (
    proof !== undefined &&
    apiKey !== undefined &&
    proof === addressProof({ baseUrl: address, apiKey })
  );
}

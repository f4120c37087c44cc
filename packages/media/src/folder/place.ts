import { signedAddress } from '@chatferry/contract';
import type { MediaOrigin } from '../terms/media-source.ts';
import { type Access, accessOf } from './access.ts';

/** A place where the bytes of a file are available. */
export interface Place {
  readonly origin: string;
  readonly host: string;
  readonly access: Access;
  readonly scheme: string | null;
  readonly expiresAt: number | null;
}

/** @returns undefined for a text that is not an address */
export function placeOf(from: MediaOrigin): Place | undefined {
  if ('file' in from)
    return { origin: from.file, host: '', access: 'local', scheme: null, expiresAt: null };
  const host = URL.parse(from.url)?.host;
  if (host === undefined) return undefined;
  const { scheme = null, expiresAt = null } = signedAddress(from.url) ?? {};
  return { origin: from.url, host, access: accessOf(from.url), scheme, expiresAt };
}

/** Whether a place is better: a local file is best, then the signature that ends last. */
export function isBetter(one: Place, other: Pick<Place, 'host' | 'scheme' | 'expiresAt'>): boolean {
  if (one.host === '' || other.host === '') return other.host !== '';
  return endOf(one) > endOf(other);
}

function endOf({ scheme, expiresAt }: Pick<Place, 'scheme' | 'expiresAt'>): number {
  return scheme === null ? 0 : (expiresAt ?? Infinity);
}

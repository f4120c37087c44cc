import { isLoopback } from '@chatferry/contract';
import type { ClientOptions } from '../terms/client-options.ts';

/**
 * Headers with app id and region for a local service on this machine. The hosted service reads both from the host's name and documents no
 * such headers, so they are sent to no other host.
 */
export function appHeaders(
  origin: string,
  { appId, region }: Pick<ClientOptions, 'appId' | 'region'>,
): Record<string, string> {
  if (!isLoopback(new URL(origin).hostname)) return {};
  return {
    ...(appId === undefined ? {} : { appId }),
    ...(region === undefined ? {} : { region }),
  };
}

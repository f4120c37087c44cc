import { isLoopback } from '@chatferry/contract';
import type { ClientOptions } from './client-options.ts';

/**
 * Headers that name app and region for a local service on this machine. The hosted service knows both by the
 * host's name and documents no such headers, so no other host is sent them.
 */
export function standInHeaders(
  origin: string,
  { appId, region }: Pick<ClientOptions, 'appId' | 'region'>,
): Record<string, string> {
  if (!isLoopback(new URL(origin).hostname)) return {};
  return {
    ...(appId === undefined ? {} : { appId }),
    ...(region === undefined ? {} : { region }),
  };
}

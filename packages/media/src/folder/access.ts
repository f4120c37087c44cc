import { isServiceFileHost, signedAddress } from '@chatferry/contract';

/**
 * How the bytes of a file are available:
 * - `local`: the export contains them
 * - `signed`: the address contains a signature, which may end
 * - `token`: the host requires a token or a cookie
 * - `open`: no known requirement
 */
export const accesses = ['local', 'signed', 'token', 'open'] as const;

export type Access = (typeof accesses)[number];

/** Hosts and paths that require a token. Sources: the documentation of each system. */
const guarded: readonly RegExp[] = [
  /^files\.slack\.com\//,
  /^[^/]+\.slack\.com\/files/,
  /^graph\.microsoft\.com\//,
  /^[^/]+\.sharepoint\.com\//,
  /^[^/]+\.teams\.microsoft\.com\//,
  /^(?:mcs[\w.-]*|api)\.twilio\.com\//,
  /^(?:api|file)-[\w-]+\.sendbird\.com\//,
  /^chat\.googleapis\.com\//,
  /^ps\.pndsn\.com\//,
  /^[^/]+\/_matrix\/(?:media|client)\//,
  /^[^/]+\/api\/v4\/files\//,
  /^[^/]+\/file-upload\//,
  /^[^/]+\/user_uploads\//,
];

export function accessOf(url: string): Access {
  const { host, hostname, pathname } = new URL(url);
  if (signedAddress(url)?.scheme !== undefined) return 'signed';
  if (isServiceFileHost(hostname)) return 'token';
  return guarded.some((each) => each.test(`${host}${pathname}`)) ? 'token' : 'open';
}

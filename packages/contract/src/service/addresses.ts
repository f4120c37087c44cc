/** The regions that an app can be hosted in. */
export const regions = ['us', 'eu', 'in'] as const;

export type Region = (typeof regions)[number];

/** The APIs of the service, each with an address of its own. */
export type Api = 'chat' | 'calls' | 'management';

const DOMAIN = 'cometchat.io';

/** Every host of the service is in one of these domains. Source: reference, hosts that a network must allow. */
const DOMAINS = [DOMAIN, 'cc-cluster-2.io', 'cc-edge-2.io'];

const VERSION = '/v3';

/**
 * The base address of one API of an app, without a slash at the end.
 * Source: interface specification, "Addresses"; the management address carries neither app id, region nor version.
 */
export function baseUrl(
  api: Api,
  app: { readonly appId: string; readonly region: Region },
): string {
  switch (api) {
    case 'chat':
      return `https://${app.appId}.api-${app.region}.${DOMAIN}${VERSION}`;
    case 'calls':
      return `https://${app.appId}.call-${app.region}.${DOMAIN}${VERSION}`;
    case 'management':
      return `https://apimgmt.${DOMAIN}`;
  }
}

/** Whether a host name belongs to the service, in any case and also with the dot that ends an absolute name. */
export function isServiceHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return DOMAINS.some((domain) => name.endsWith(`.${domain}`));
}

/** The host of an app's files that open only with a token. Source: documentation of the service, "Network allowlist". */
export function fileHost(region: Region): string {
  return `files-${region}.${DOMAIN}`;
}

/** Whether files on a host open with a token only. */
export function isServiceFileHost(hostname: string): boolean {
  return isServiceHost(hostname) && hostname.toLowerCase().startsWith('files-');
}

/** Whether a host name means this machine, the only host that may be called without TLS. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    hostname === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

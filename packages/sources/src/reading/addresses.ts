import { type Row, UNSIGNED } from '@chatferry/contract';

/** Names of parameters that give access to a file, or limit its time. */
const secretParameter =
  /sig|token|key|auth|expire|credential|secret|policy|session|password|jwt|^(?:st|se|sp|sv|sr)$/i;

export interface CleanAddress {
  readonly url: string;
  /** Whether a secret was removed: the address then gives no access. */
  readonly hadSecret: boolean;
}

/** A web address without possible secrets; undefined for anything else. */
export function cleanAddress(link: unknown): CleanAddress | undefined {
  const url = typeof link === 'string' ? URL.parse(link) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const parameters = `${url.search.slice(1)}&${url.hash.slice(1)}`;
  const names = [...new URLSearchParams(parameters).keys()];
  const hasAccount = url.username !== '' || url.password !== '';
  const isSigned = names.some((name) => secretParameter.test(name));
  if (!hasAccount && !isSigned) return { url: link as string, hadSecret: false };
  url.username = url.password = '';
  if (isSigned) url.search = url.hash = '';
  return { url: url.href, hadSecret: true };
}

/** The field of a row with the unshortened addresses of fields that have lost a signature. `ExportRows.row` removes it. */
export const SIGNED = '@signed';

/** A field of a row with an address without possible secrets. The plan warns of a removed signature. */
export function addressField(field: string, link: unknown): Row | undefined {
  const address = cleanAddress(link);
  if (address === undefined) return undefined;
  if (!address.hadSecret) return { [field]: address.url };
  return { [field]: address.url, [UNSIGNED]: [field], [SIGNED]: { [field]: link } };
}

/** The last part of the path in an address; undefined when it is empty. */
export function nameInAddress(url: string): string | undefined {
  const name = url.split(/[?#]/)[0]!.split('/').slice(3).at(-1) ?? '';
  try {
    return decodeURIComponent(name) || undefined;
  } catch {
    return name;
  }
}

/** The address of a file on the user's server, which has the same paths. @param base the address before the paths */
export function servedAddress(base: string, url: string): string {
  return base.replace(/\/$/, '') + (URL.parse(url)?.pathname ?? '');
}

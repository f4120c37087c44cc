import { idHash } from '../judging/id-hash.ts';

/** The signature of a web address, and a key for its file. */
export interface SignedAddress {
  /** The kind of signature, such as `s3`; undefined for an address without one. */
  readonly scheme: SignatureScheme | undefined;
  /** UNIX seconds after which the host refuses the address; undefined when the address never expires or does not state when. */
  readonly expiresAt: number | undefined;
  /**
   * The address without its signature: the same key for every signature of a file. Where only the host knows which parameters name the file,
   * a hash replaces each secret, so that two files never share a key.
   */
  readonly key: string;
}

export type SignatureScheme =
  | 's3'
  | 'gcs'
  | 'cloudfront'
  | 'azure'
  | 'discord'
  | 'facebook'
  | 'linkedin'
  | 'tencent'
  | 'firebase'
  | 'slack'
  | 'other';

interface Scheme {
  readonly host?: RegExp;
  /** A parameter that only this kind of signature has. */
  readonly mark: RegExp;
  /** All parameters that belong to the signature. */
  readonly names: RegExp;
  readonly expiresAt?: (value: (name: string) => string | undefined) => number | undefined;
}

type Value = (name: string) => string | undefined;

/** The first matching scheme counts. The patterns match parameter names in lower case. */
const schemes: Readonly<Record<Exclude<SignatureScheme, 'other'>, Scheme>> = {
  s3: { mark: /^x-amz-signature$/, names: /^x-amz-/, expiresAt: (value) => after(value, 'x-amz') },
  gcs: {
    mark: /^x-goog-signature$/,
    names: /^x-goog-/,
    expiresAt: (value) => after(value, 'x-goog'),
  },
  cloudfront: {
    mark: /^key-pair-id$/,
    names: /^(?:expires|signature|key-pair-id|policy|hash-algorithm)$/,
    expiresAt: (value) => seconds(value('expires')) ?? fromPolicy(value('policy')),
  },
  azure: {
    mark: /^se$/,
    names:
      /^(?:sig|s[evprt]|sr|ss|srt|spr|sip|si|sdd|scid|saoid|suoid|skoid|sktid|skt|ske|sks|skv)$/,
    expiresAt: (value) =>
      value('sig') === undefined ? undefined : seconds(Date.parse(value('se') ?? '') / 1000),
  },
  discord: {
    host: /^(?:cdn\.discordapp\.com|media\.discordapp\.net)$/,
    mark: /^ex$/,
    names: /^(?:ex|is|hm)$/,
    expiresAt: (value) => seconds(Number.parseInt(value('ex') ?? '', 16)),
  },
  // Profile pictures of people who log in with Facebook. Many apps store these addresses as avatars.
  facebook: {
    host: /(?:^|\.)(?:fbcdn\.net|cdninstagram\.com|fbsbx\.com)$/,
    mark: /^(?:oe|ext)$/,
    names: /^(?:o[eh]|ext|hash|eai|ccb|edm|efg|_nc_\w+)$/,
    expiresAt: (value) => seconds(Number.parseInt(value('oe') ?? '', 16)) ?? seconds(value('ext')),
  },
  linkedin: {
    host: /(?:^|\.)licdn\.com$/,
    mark: /^t$/,
    names: /^[etv]$/,
    expiresAt: (value) => seconds(value('e')),
  },
  tencent: {
    mark: /^q-signature$/,
    names: /^q-|^x-cos-security-token$/,
    expiresAt: (value) => seconds(value('q-key-time')?.split(';')[1]),
  },
  firebase: { host: /^firebasestorage\.googleapis\.com$/, mark: /^token$/, names: /^token$/ },
  slack: { host: /(?:^|\.)slack\.com$/, mark: /^(?:t|token)$/, names: /^(?:t|token)$/ },
};

/** Parameters of older S3 and Google signatures. */
const older: Scheme = {
  mark: /^signature$/,
  names: /^(?:expires|signature|awsaccesskeyid|googleaccessid|x-amz-security-token)$/,
  expiresAt: (value) => seconds(value('expires')),
};

/** Names of parameters that give access to a file or limit it in time. */
const secretParameter =
  /sig|token|key|auth|expire|credential|secret|policy|session|password|jwt|^(?:st|se|sp|sv|sr|fat)$/i;

const ending = /^(?:expires?|expiry|exp)$/;
const signing = /^(?:signature|sig|hmac)$/;

/**
 * Splits a web address into its signature and a key for its file.
 *
 * @returns undefined for a text that is not an http or https address
 */
export function signedAddress(address: string): SignedAddress | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.username = url.password = url.hash = '';
  if (url.search === '') return { scheme: undefined, expiresAt: undefined, key: url.href };
  const values = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const value: Value = (name) => values.get(name);
  const found = schemeOf(url.hostname, values);
  if (found !== undefined) {
    const [scheme, { names, expiresAt }] = found;
    keep(url, (name) => !names.test(name));
    return { scheme, expiresAt: expiresAt?.(value), key: url.href };
  }
  const secrets = [...values].filter(([name, each]) => isSecret(name, each));
  if (secrets.length === 0) return { scheme: undefined, expiresAt: undefined, key: url.href };
  const names = [...values.keys()];
  // A signature with an expiry time does not name the file: the rest of the address does.
  if (names.some((name) => ending.test(name)) && names.some((name) => signing.test(name)))
    keep(url, (name) => !ending.test(name) && !signing.test(name));
  let inToken: number | undefined;
  for (const [name, secret] of Array.from(url.searchParams)) {
    if (!isSecret(name, secret)) continue;
    const end = endOfToken(secret, url.pathname);
    if (end === undefined) url.searchParams.set(name, hashOf(secret));
    else url.searchParams.delete(name);
    inToken ??= end;
  }
  return {
    scheme: 'other',
    expiresAt: seconds(value('expires') ?? value('expiry') ?? value('exp')) ?? inToken,
    key: url.href,
  };
}

function isSecret(name: string, value: string): boolean {
  return secretParameter.test(name) && !hashed.test(value);
}

/** The expiry of a JSON Web Token that names the file of the path, as file storages issue it. Any other token may itself identify the file. */
function endOfToken(value: string, path: string): number | undefined {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(value) ?? [];
  const text = payload === undefined ? '' : (textIn(payload) ?? '');
  const file = /"url"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
  const named = file === undefined ? undefined : URL.parse(file, 'https://any')?.pathname;
  if (named === undefined || named === '/' || !path.endsWith(named)) return undefined;
  return seconds(/"exp"\s*:\s*(\d+)/.exec(text)?.[1]);
}

/** An address without its signature, which can differ in every answer of a host. Other values are returned unchanged. */
export function unsignedAddress(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('?')) return value;
  const signed = signedAddress(value);
  return signed?.scheme === undefined ? value : signed.key;
}

function schemeOf(
  host: string,
  values: ReadonlyMap<string, string>,
): [SignatureScheme, Scheme] | undefined {
  const names = [...values.keys()];
  for (const [name, scheme] of Object.entries(schemes) as [SignatureScheme, Scheme][]) {
    if (scheme.host?.test(host) === false) continue;
    if (!names.some((each) => scheme.mark.test(each))) continue;
    if (name !== 'azure' || values.has('sig')) return [name, scheme];
  }
  if (!values.has('signature') || !values.has('expires')) return undefined;
  if (values.has('awsaccesskeyid')) return ['s3', older];
  return values.has('googleaccessid') ? ['gcs', older] : undefined;
}

function keep(url: URL, isKept: (name: string) => boolean): void {
  for (const name of Array.from(url.searchParams.keys()))
    if (!isKept(name.toLowerCase())) url.searchParams.delete(name);
}

/** An expiry time that is written as a start time and a duration. */
function after(value: Value, prefix: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value(`${prefix}-date`) ?? '') ?? [];
  if (year === undefined) return undefined;
  const start = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000;
  return seconds(start + Number(value(`${prefix}-expires`)));
}

/** The policy of CloudFront: JSON in base 64 with three other characters. */
function fromPolicy(policy: string | undefined): number | undefined {
  if (policy === undefined) return undefined;
  const text = textIn(policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'));
  return seconds(/"AWS:EpochTime"\s*:\s*(\d+)/.exec(text ?? '')?.[1]);
}

/** @param base64 in either alphabet */
function textIn(base64: string): string | undefined {
  try {
    const bytes = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** UNIX seconds; milliseconds are recognised by their size. */
function seconds(value: string | number | undefined): number | undefined {
  const number = Number(value ?? Number.NaN);
  if (!Number.isFinite(number) || number < 1e8) return undefined;
  return Math.floor(number > 1e11 ? number / 1000 : number);
}

/** The form of a hash that replaces a secret in a key. It does not count as a secret, so a key is its own key. */
const hashed = /^~[0-9a-z]+$/;

/** A hash that distinguishes secrets without revealing them. */
function hashOf(secret: string): string {
  const part = (salt: string): string => idHash(salt + secret).toString(36);
  return `~${part('a')}${part('b')}`;
}

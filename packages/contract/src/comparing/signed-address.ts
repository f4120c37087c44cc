import { idHash } from '../judging/id-hash.ts';

/** How long an address gives access, and what it is called without that. */
export interface SignedAddress {
  /** The kind of signature, such as `s3`; undefined for an address without one. */
  readonly scheme: SignatureScheme | undefined;
  /** UNIX seconds after which the host refuses the address; undefined when it does not end, or does not state its end. */
  readonly expiresAt: number | undefined;
  /**
   * The address without what gives access: the same for every signature. Where only the host knows which parameters name the file, a
   * hash of each secret is kept, so that two files never share one.
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

/** The first that fits counts. Each names its parameters in lower case. */
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
  // Pictures of people who log in with their account there: addresses that many apps have kept as avatars.
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

/** Older forms of S3 and of Google sign with these. */
const older: Scheme = {
  mark: /^signature$/,
  names: /^(?:expires|signature|awsaccesskeyid|googleaccessid|x-amz-security-token)$/,
  expiresAt: (value) => seconds(value('expires')),
};

/** Names of parameters that give access to a file, or end it. */
const secretParameter =
  /sig|token|key|auth|expire|credential|secret|policy|session|password|jwt|^(?:st|se|sp|sv|sr|fat)$/i;

const ending = /^(?:expires?|expiry|exp)$/;
const signing = /^(?:signature|sig|hmac)$/;

/**
 * What a web address says about access to its file.
 *
 * @returns undefined for a text that is not an address of the web
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
  // A signature of an address that ends names no file: the rest of the address does.
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

/** The end of a JSON Web Token about the file that the path names: storages of files sign so. Any other token may be what names the file. */
function endOfToken(value: string, path: string): number | undefined {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(value) ?? [];
  const text = payload === undefined ? '' : (textIn(payload) ?? '');
  const file = /"url"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
  const named = file === undefined ? undefined : URL.parse(file, 'https://any')?.pathname;
  if (named === undefined || named === '/' || !path.endsWith(named)) return undefined;
  return seconds(/"exp"\s*:\s*(\d+)/.exec(text)?.[1]);
}

/** An address as it is with every signature: each answer of a host may have another one. Any other value as it is. */
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

/** A time that is written with its beginning and its length. */
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

/** @param base64 in any of both alphabets */
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

/** The text that a key has in place of a secret. The text is no secret: a key has itself as its key. */
const hashed = /^~[0-9a-z]+$/;

/** Names one secret among others; the secret does not follow from it. */
function hashOf(secret: string): string {
  const part = (salt: string): string => idHash(salt + secret).toString(36);
  return `~${part('a')}${part('b')}`;
}

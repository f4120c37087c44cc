import { createHmac } from 'node:crypto';
import { isLoopback, isServiceHost, type Json } from '@chatferry/contract';
import { isJsonObject } from '../entities/present.ts';
import type { Reply } from '../terms/reply.ts';

/** The path of files on the port of the local service, which stores no files: a signed address returns one byte. */
const MEDIA = '/media/';

/** The lifetime of an address in seconds, unless an app chooses another one. */
const DAY = 24 * 60 * 60;

/**
 * Signs the addresses of the service's files in an answer, which is the default in new apps. Other addresses, and pictures of users, stay
 * unchanged.
 *
 * @param now UNIX seconds
 */
export function withSignedMedia(answer: object, now: number, lifetime: number = DAY): object {
  return signedIn(answer, now + lifetime) as object;
}

function signedIn(value: unknown, expires: number): unknown {
  if (Array.isArray(value)) return value.map((item) => signedIn(item, expires));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value as Json).map(([name, inner]) => [
      name,
      name === 'url' && isMedia(inner) ? signed(inner, expires) : signedIn(inner, expires),
    ]),
  );
}

function isMedia(url: unknown): url is string {
  const address = typeof url === 'string' ? URL.parse(url) : null;
  if (address === null) return false;
  const { hostname, pathname } = address;
  return isServiceHost(hostname) || (isLoopback(hostname) && pathname.startsWith(MEDIA));
}

/** The address with a signature instead of its query. */
function signed(url: string, expires: number): string {
  const address = new URL(url);
  const Signature = signatureOf(address.pathname, expires);
  address.search = new URLSearchParams({
    Expires: String(expires),
    Signature,
    'Key-Pair-Id': 'LOCAL',
  }).toString();
  return address.href;
}

/** The signature protects nothing here, so a fixed key is sufficient. */
function signatureOf(path: string, expires: number): string {
  return createHmac('sha256', 'local').update(`${path} ${expires}`).digest('base64url');
}

/** The answer for a file's address; undefined for other paths. @param now UNIX seconds */
export function mediaReply(url: string, now: number): Reply | undefined {
  if (!url.startsWith(MEDIA)) return undefined;
  const address = URL.parse(url, 'http://localhost');
  const query = address?.searchParams;
  const expires = Number(query?.get('Expires'));
  const isSigned = query?.get('Signature') === signatureOf(address?.pathname ?? '', expires);
  return isSigned && expires > now
    ? { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: '.' }
    : { status: 403, headers: { 'content-type': 'application/xml' }, body: DENIED };
}

const DENIED =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>';

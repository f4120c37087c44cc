import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Address } from './address.ts';

/** The status of a refused request. */
export type Refusal = 404 | 405 | 421 | 403;

/**
 * Decides whether a request comes from the person who was given the address. Every website that is open in the same browser can send
 * requests to this machine. But a website does not know the token, and a name that resolves to this machine is not an accepted host.
 */
export function admitted(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  token: string,
  port: number,
): Address | Refusal {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.host ?? '')) return 421;
  if (headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site')
    return 403;
  if (method !== 'GET' && method !== 'HEAD') return 405;
  const [pathname = '', search = ''] = url.split('?', 2);
  const [, given = '', ...path] = pathname.split('/');
  if (!isSame(given, token)) return 404;
  try {
    return {
      path: path.filter((part) => part !== '').map(decodeURIComponent),
      query: new URLSearchParams(search),
    };
  } catch {
    return 404; // The path is not correctly encoded.
  }
}

/** Takes the same time for every token of the right length. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import type { IncomingMessage } from 'node:http';

/** Thrown before the body is read to its end. */
export class BodyTooLarge extends Error {}

/**
 * The body of a request as text, whatever its content type says: the key of the caller is checked before it is parsed.
 *
 * @returns undefined for a request that has none, and for GET and HEAD, whose bodies mean nothing
 * @throws {BodyTooLarge} when it has more than `maxBytes`
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<string | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    request.resume();
    return undefined;
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLarge();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new BodyTooLarge();
    parts.push(part);
  }
  return bytes === 0 ? undefined : Buffer.concat(parts).toString();
}

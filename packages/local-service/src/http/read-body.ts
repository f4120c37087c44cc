import type { IncomingMessage } from 'node:http';

/** Thrown before the end of a body that is too large. */
export class BodyTooLarge extends Error {}

/**
 * The body of a request as text, whatever its content type. The caller's key is checked before the body is parsed.
 *
 * @returns undefined for a request without a body, and for GET and HEAD, whose bodies have no meaning
 * @throws {BodyTooLarge} for a body of more than `maxBytes`
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

import type { Row } from '@chatferry/contract';

/** Fields of a post that its store keeps separately. */
const kept = new Set(['team', 'channel', 'channel_members', 'user', 'create_at', 'message']);

const BEGINNING = '"message":"';

/** A span of bytes. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The position of the post's text in its line, if rows need nothing else of the post and the text has no escapes.
 * This is true of most posts, and their lines are not parsed again.
 */
export function plainText(post: Row, line: string, bytes: Uint8Array): TextSpan | undefined {
  const message = post['message'];
  if (typeof message !== 'string') return undefined;
  for (const name in post) if (!kept.has(name) && !isEmpty(post[name])) return undefined;
  const at = line.indexOf(BEGINNING) + BEGINNING.length;
  if (!line.startsWith(message, at) || line[at + message.length] !== '"') return undefined;
  const isAscii = line.length === bytes.length;
  if (!isAscii && line.includes('\uFFFD')) return undefined; // Bytes that are not UTF-8 have another length.
  const start = isAscii ? at : Buffer.byteLength(line.slice(0, at));
  return { start, end: start + (isAscii ? message.length : Buffer.byteLength(message)) };
}

/** Whether a row is made as if the field were missing. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return !value;
  return Object.keys(value).length === 0;
}

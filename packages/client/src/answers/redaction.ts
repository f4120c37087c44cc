import type { RawAnswer } from './answer-collector.ts';

/** The form of every key of the service. */
const KEY_FORM = /\b[0-9a-f]{40}\b/gi;

/** Shorter secrets are placeholders, and could be part of other words. */
const SHORTEST_SECRET = 4;

/** The text without the secrets, and without other texts in the form of a key. */
export function redacted(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets)
    if (secret.length >= SHORTEST_SECRET) clean = clean.replaceAll(secret, '[key]');
  return clean.replaceAll(KEY_FORM, '[key]');
}

declare const redactedMark: unique symbol;

/**
 * An answer without the secrets of its request, in body and headers. All code that reads an answer takes this type, so that no sentence
 * of the service, or of a gateway before it, can carry a key into a file or onto a screen.
 */
export type RedactedAnswer = RawAnswer & { readonly [redactedMark]: true };

/** Shorter secrets could be part of an id in the body; every key of the service is longer. */
const SHORTEST_IN_BODY = 16;

/** Searches the bytes for the secrets before parsing, which costs one search of a few kilobytes. */
export function redactedAnswer(raw: RawAnswer, secrets: readonly string[]): RedactedAnswer {
  const { bytes, headers } = raw;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = secrets.filter(
    (secret) => secret.length >= SHORTEST_IN_BODY && body.includes(secret, 0, 'latin1'),
  );
  return {
    ...raw,
    headers: withoutSecrets(headers, secrets),
    bytes: found.length === 0 ? bytes : Buffer.from(replaced(body, found), 'latin1'),
  } as RedactedAnswer;
}

/** Latin-1 preserves every byte. */
function replaced(body: Buffer, secrets: readonly string[]): string {
  return secrets.reduce(
    (text, secret) => text.replaceAll(secret, '[key]'),
    body.toString('latin1'),
  );
}

function withoutSecrets(
  headers: RawAnswer['headers'],
  secrets: readonly string[],
): RawAnswer['headers'] {
  const values = Object.values(headers);
  if (!secrets.some((secret) => values.some((value) => value.includes(secret)))) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redacted(value, secrets)]),
  );
}

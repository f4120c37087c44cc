/** What every key of the service looks like. */
const KEY_FORM = /\b[0-9a-f]{40}\b/gi;

/** Anything shorter is a placeholder, and part of other words. */
const SHORTEST_SECRET = 4;

/** The text without the secrets, and without anything else that has the form of a key. */
export function redacted(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets)
    if (secret.length >= SHORTEST_SECRET) clean = clean.replaceAll(secret, '[key]');
  return clean.replaceAll(KEY_FORM, '[key]');
}

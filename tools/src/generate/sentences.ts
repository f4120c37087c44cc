import { readFileSync } from 'node:fs';

/** Some hundred sentences as in real messages. */
export const sentences = JSON.parse(
  readFileSync(new URL('sentences.json', import.meta.url), 'utf8'),
) as readonly string[];

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isObject } from '@chatferry/contract';

/**
 * The name of the rows of a file: `phpbb_users` for `phpbb_users.csv.gz`. The name of a MongoDB collection comes from its metadata, because
 * the name of its file is escaped, or cut off with a hash.
 */
export function nameOfRows(file: string): string {
  const stem = path
    .basename(file)
    .replace(/(\.(csv|tsv|txt|json|ndjson|jsonl|bson|archive|log|gz|zst))+$/i, '');
  if (!/\.bson(\.(gz|zst))?$/i.test(file)) return stem;
  return collectionIn(path.join(path.dirname(file), `${stem}.metadata.json`)) ?? unescaped(stem);
}

function collectionIn(metadata: string): string | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(metadata, 'utf8'));
    const name = isObject(read) ? read['collectionName'] : undefined;
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

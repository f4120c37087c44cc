import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Fields that the service sets itself on import, see docs/export.md. */
const OWN_FIELDS = /,"(?:reactedAt|deactivatedAt)":\d+/g;

/**
 * Compares the records of two exports, whose order may differ.
 *
 * @returns the names of the files that differ
 */
export async function differentFiles(one: string, other: string): Promise<string[]> {
  const names = new Set(
    [one, other].flatMap((folder) =>
      readdirSync(folder).filter((name) => name.endsWith('.ndjson')),
    ),
  );
  const different: string[] = [];
  for (const name of names)
    if ((await digestOf(path.join(one, name))) !== (await digestOf(path.join(other, name))))
      different.push(name);
  return different;
}

/** A digest of the lines of a file, independent of their order. */
async function digestOf(file: string): Promise<string> {
  if (!existsSync(file)) return 'no file';
  const hashes: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) }))
    hashes.push(createHash('sha256').update(line.replaceAll(OWN_FIELDS, '')).digest('base64'));
  const whole = createHash('sha256');
  for (const each of hashes.toSorted()) whole.update(each);
  return `${hashes.length} ${whole.digest('base64')}`;
}

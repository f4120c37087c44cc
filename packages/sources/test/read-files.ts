import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FilePorts } from '../src/index.ts';
import { readAll, type WholeExport } from './read-all.ts';
import { testFolder } from './zip-file.ts';

/** Reads files by their names. Places are relative to the folder. */
export async function readFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: object = {},
  media?: FilePorts,
): Promise<WholeExport> {
  using folder = testFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(folder.file(name)), { recursive: true });
    writeFileSync(folder.file(name), content);
  }
  const found = await readAll(folder.path, { options, media });
  return JSON.parse(JSON.stringify(found).replaceAll(`${folder.path}/`, '')) as WholeExport;
}

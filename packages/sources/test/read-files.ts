import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FilePorts } from '../src/index.ts';
import { readAll, type WholeExport } from './read-all.ts';
import { testFolder } from './zip-file.ts';

/** Contents by the names of files; objects become JSON. */
export type Files = Readonly<Record<string, string | Uint8Array | object>>;

/** Reads files by their names. Places are relative to the folder. */
export async function readFiles(
  files: Files,
  options: object = {},
  media?: FilePorts,
): Promise<WholeExport> {
  using folder = testFolder();
  writeFiles(folder.path, files);
  const found = await readAll(folder.path, { options, media });
  return JSON.parse(JSON.stringify(found).replaceAll(`${folder.path}/`, '')) as WholeExport;
}

export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(file, isText ? content : JSON.stringify(content, undefined, 1));
  }
}

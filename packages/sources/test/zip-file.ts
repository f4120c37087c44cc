import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface TestFolder extends Disposable {
  readonly path: string;
  readonly file: (name: string) => string;
}

export function testFolder(): TestFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-sources-'));
  return {
    path: folder,
    file: (name) => path.join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A file of an archive; `mode` as in a file system, such as that of a link. */
export interface ZipPart<Content = string> {
  readonly name: string;
  readonly text: Content;
  readonly mode?: number;
}

export async function writeZip(
  file: string,
  parts: readonly ZipPart<string | Uint8Array>[],
): Promise<void> {
  const zip = new ZipFile();
  for (const { name, text, mode } of parts)
    zip.addBuffer(Buffer.from(text), name, {
      mtime: new Date('2026-01-01T00:00:00Z'),
      ...(mode === undefined ? {} : { mode }),
    });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

/** Replaces a text of the archive, names included, by another one of the same length. */
export function forge(file: string, from: string, to: string): void {
  const bytes = readFileSync(file).toString('latin1');
  writeFileSync(file, Buffer.from(bytes.replaceAll(from, to), 'latin1'));
}

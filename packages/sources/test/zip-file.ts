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

/** Writes an archive of empty files, in the form for more than 65,535 of them. */
export function writeEmptyFiles(file: string, names: readonly string[]): void {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const each of names) {
    const name = Buffer.from(each);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, name);
    directory.push(entry, name);
    offset += local.length + name.length;
  }
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(names.length), 24);
  end64.writeBigUInt64LE(BigInt(names.length), 32);
  end64.writeBigUInt64LE(BigInt(bytes), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(0xffff, 8);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  writeFileSync(file, Buffer.concat([...locals, ...directory, end64, locator, end]));
}

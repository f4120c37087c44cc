import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { readRecords } from '@chatferry/parsers';
import { afterAll, expect, test } from 'vitest';
import { filePieces } from '../src/input/file-pieces.ts';
import { fingerprinting, fingerprintOf } from '../src/input/fingerprint.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-pieces-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Three megabytes that do not repeat, so that a piece in the place of another shows. */
const text = Array.from({ length: 30_000 }, (_, row) => {
  const noise = createHash('sha512').update(`${row}`).digest('base64');
  return `{"uid":"u${row}","name":"${noise}"}\n`;
}).join('');

function fileOf(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function wireOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const input = {
    file: 'users',
    kind: 'users',
    format: 'ndjson',
    bytes: filePieces(path),
  } as const;
  for await (const { wire, rejected } of readRecords(input, { ids: 'keep', now: 0 })) {
    expect(rejected).toEqual([]);
    hash.update(wire);
  }
  return hash.digest('hex');
}

test('a file of many pieces reads the same compressed, and in another encoding', async () => {
  const plain = await wireOf(fileOf('plain', Buffer.from(text)));

  expect(await wireOf(fileOf('gzip', gzipSync(text)))).toBe(plain);
  expect(await wireOf(fileOf('zstd', zstdCompressSync(text)))).toBe(plain);
  expect(await wireOf(fileOf('utf16', Buffer.from(`\uFEFF${text}`, 'utf16le')))).toBe(plain);
});

test('the fingerprint is that of the whole file, read to its end or not', async () => {
  const path = fileOf('some', Buffer.from(text));
  const expected = {
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  expect(await fingerprintOf(path)).toEqual(expected);

  const { pieces, fingerprint } = fingerprinting(path);
  for await (const piece of pieces) if (piece.length > 0) break;
  expect(await fingerprint()).toEqual(expected);
});

test('an empty file has no pieces, and a missing file is reported', async () => {
  expect(await fingerprintOf(fileOf('empty', Buffer.alloc(0)))).toMatchObject({ bytes: 0 });
  const nowhere = join(folder, 'nowhere');
  expect(existsSync(nowhere)).toBe(false);
  await expect(fingerprintOf(nowhere)).rejects.toThrow('ENOENT');
});

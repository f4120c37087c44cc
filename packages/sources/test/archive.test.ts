import {
  closeSync,
  createWriteStream,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { finished } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { type Archive, isZip, openArchive, openExport } from '../src/index.ts';
import { forge, testFolder, writeEmptyFiles, writeZip } from './zip-file.ts';

const parts = [
  { name: 'channels.json', text: '[]' },
  { name: 'général/2025-01-10.json', text: '[{"ts":"1.2"}]' },
  { name: 'b/x.txt', text: 'x'.repeat(100_000) },
];

async function contents(archive: Archive): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of archive.entries) {
    const pieces = await Array.fromAsync(archive.piecesOf(entry));
    found[entry.name] = Buffer.concat(pieces).toString();
    expect(Buffer.from(await archive.bytesOf(entry)).toString()).toBe(found[entry.name]);
    expect(entry.bytes).toBe(Buffer.byteLength(found[entry.name]!));
  }
  return found;
}

const expected = Object.fromEntries(parts.map(({ name, text }) => [name, text]));

test('a ZIP archive is read entry by entry, in the order of the names', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), parts);

  using archive = await openArchive(folder.file('a.zip'));

  expect(isZip(folder.file('a.zip'))).toBe(true);
  expect(archive.entries.map(({ name }) => name)).toEqual([
    'b/x.txt',
    'channels.json',
    'général/2025-01-10.json',
  ]);
  expect(await contents(archive)).toEqual(expected);
  expect(archive.placeOf(archive.entries[1]!)).toBe(`${folder.file('a.zip')}/channels.json`);
});

/** Reads that this process has made, where Linux counts them. */
const READS = '/proc/self/io';

function readsSoFar(): number {
  return Number(/syscr: (\d+)/.exec(readFileSync(READS, 'utf8'))![1]);
}

test.skipIf(!existsSync(READS))(
  'an archive of 70,000 empty files is opened with far fewer reads than it has files',
  async () => {
    using folder = testFolder();
    const names = Array.from({ length: 70_000 }, (_, nth) => `d/${nth}.txt`);
    writeEmptyFiles(folder.file('a.zip'), names);
    const before = readsSoFar();

    using archive = await openArchive(folder.file('a.zip'));

    expect(archive.entries).toHaveLength(names.length);
    expect(await archive.bytesOf(archive.entries.at(-1)!)).toHaveLength(0);
    // Other tests read in the same process.
    expect(readsSoFar() - before).toBeLessThan(names.length / 10);
  },
);

test('a folder has the same entries as a ZIP archive of it', async () => {
  using folder = testFolder();
  for (const { name, text } of parts) {
    mkdirSync(folder.file(`export/${name.split('/').slice(0, -1).join('/')}`), { recursive: true });
    writeFileSync(folder.file(`export/${name}`), text);
  }
  writeFileSync(folder.file('export/.DS_Store'), 'mac');

  using archive = await openArchive(folder.file('export'));

  expect(await contents(archive)).toEqual(expected);
});

test('names without the UTF-8 mark are read as UTF-8', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), parts);
  const bytes = readFileSync(folder.file('a.zip'));
  for (let at = 0; at + 4 < bytes.length; at++) {
    const signature = bytes.readUInt32LE(at);
    const flags = signature === 0x04034b50 ? at + 6 : signature === 0x02014b50 ? at + 8 : 0;
    if (flags > 0) bytes.writeUInt16LE(bytes.readUInt16LE(flags) & ~0x800, flags);
  }
  writeFileSync(folder.file('a.zip'), bytes);

  using archive = await openArchive(folder.file('a.zip'));

  expect(Object.keys(await contents(archive))).toContain('général/2025-01-10.json');
});

test('a folder around the export and files of the operating system are left out of the names', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), [
    ...parts.map((part) => ({ ...part, name: `My export/${part.name}` })),
    { name: '__MACOSX/My export/._channels.json', text: 'mac' },
    { name: 'My export/.DS_Store', text: 'mac' },
  ]);

  using archive = await openArchive(folder.file('a.zip'));

  expect(await contents(archive)).toEqual(expected);
  const place = archive.placeOf(archive.entries[1]!);
  expect(place).toBe(`${folder.file('a.zip')}/My export/channels.json`);
});

test('the digest changes with the content and not with the time of a ZIP archive', async () => {
  using folder = testFolder();
  const digest = async (name: string, text: string): Promise<string> => {
    await writeZip(folder.file(name), [{ name: 'a.json', text }]);
    utimesSync(folder.file(name), new Date(0), new Date(text.length));
    using archive = await openArchive(folder.file(name));
    return archive.digest;
  };

  expect(await digest('one.zip', '[1]')).toBe(await digest('two.zip', '[1]'));
  expect(await digest('one.zip', '[1]')).not.toBe(await digest('two.zip', '[2]'));
});

/** An archive that is changed after it was written. */
const hostile: readonly [string, (file: string) => Promise<void> | void, RegExp][] = [
  [
    'a name outside the folder',
    async (file) => {
      await writeZip(file, [{ name: 'aa/evil', text: 'x' }]);
      forge(file, 'aa/evil', '../evil');
    },
    /"\.\.\/evil" would be outside its folder/,
  ],
  [
    'an absolute name',
    async (file) => {
      await writeZip(file, [{ name: 'aetc/passwd', text: 'x' }]);
      forge(file, 'aetc/passwd', '/etc/passwd');
    },
    /"\/etc\/passwd" would be outside its folder/,
  ],
  [
    'a name outside the folder, with backslashes',
    async (file) => {
      await writeZip(file, [{ name: 'aaaa/..evil', text: 'x' }]);
      forge(file, 'aaaa/..evil', String.raw`aa\..\..\ev`);
    },
    /would be outside its folder/,
  ],
  [
    'a link',
    (file) => writeZip(file, [{ name: 'link', text: '/etc/passwd', mode: 0o120777 }]),
    /its entry "link" is a link/,
  ],
  [
    'two entries of one name',
    async (file) => {
      await writeZip(file, [
        { name: 'a.json', text: '[1]' },
        { name: 'b.json', text: '[2]' },
      ]);
      forge(file, 'b.json', 'a.json');
    },
    /two entries named "a.json"/,
  ],
  [
    'entries that overlap',
    async (file) => {
      await writeZip(file, [
        { name: 'a.json', text: '[1]' },
        { name: 'b.json', text: '[2]' },
      ]);
      const bytes = readFileSync(file);
      const second = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
      bytes.writeUInt32LE(10, second + 42);
      writeFileSync(file, bytes);
    },
    /"a.json" and "b.json" overlap/,
  ],
  [
    'more than a thousand times its own size',
    (file) => {
      writeSparseZip(file, {
        name: 'bomb.json',
        stored: 1_000_000,
        claimed: 2 ** 31 - 1,
        method: 8,
      });
    },
    /more than 1000 times as many/,
  ],
];

test.each(hostile)('an archive with %s is refused', async (_, make, message) => {
  using folder = testFolder();
  await make(folder.file('a.zip'));

  await expect(openArchive(folder.file('a.zip'))).rejects.toMatchObject({
    code: 'hostile-archive',
    message: expect.stringMatching(message) as string,
  });
});

test('an archive that is cut off is refused', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), parts);
  truncateSync(folder.file('a.zip'), 300);

  await expect(openArchive(folder.file('a.zip'))).rejects.toMatchObject({ code: 'bad-archive' });
});

test('an entry whose bytes were changed is refused when it is read', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), [{ name: 'a.txt', text: '' }]);
  writeSparseZip(folder.file('a.zip'), { name: 'a.txt', stored: 5, claimed: 5, method: 0, sum: 1 });

  using archive = await openArchive(folder.file('a.zip'));

  const [entry] = archive.entries;
  await expect(archive.bytesOf(entry!)).rejects.toThrow('do not match its checksum');
  await expect(Array.fromAsync(archive.piecesOf(entry!))).rejects.toThrow('its checksum');
});

test('an entry that unpacks to more bytes than it states is refused', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), [{ name: 'a.txt', text: 'a'.repeat(100_000) }]);
  const bytes = readFileSync(folder.file('a.zip'));
  const directory = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  bytes.writeUInt32LE(10, directory + 24);
  writeFileSync(folder.file('a.zip'), bytes);

  using archive = await openArchive(folder.file('a.zip'));

  const [entry] = archive.entries;
  await expect(archive.bytesOf(entry!)).rejects.toMatchObject({ code: 'bad-archive' });
  await expect(Array.fromAsync(archive.piecesOf(entry!))).rejects.toMatchObject({
    code: 'bad-archive',
  });
});

test('an entry of more than 4 GB is read as a stream', async () => {
  using folder = testFolder();
  const bytes = 2 ** 32 + 1000;
  // A size of 32 bits would be that of the last 1,000 bytes. `npm run test:long` reads to the end and checks the sum.
  const wanted = process.env['PROPERTY_RUNS'] === undefined ? 2 ** 26 : bytes;
  writeSparseZip(folder.file('a.zip'), {
    name: 'big.json',
    stored: bytes,
    claimed: bytes,
    method: 0,
    sum: wanted === bytes ? sumOfZeros(bytes) : 0,
  });

  using archive = await openArchive(folder.file('a.zip'));

  let read = 0;
  for await (const piece of archive.piecesOf(archive.entries[0]!)) {
    read += piece.length;
    if (read >= wanted && wanted < bytes) break;
  }
  expect(archive.entries[0]!.bytes).toBe(bytes);
  expect(read).toBeGreaterThanOrEqual(wanted);
  expect(read).toBeLessThanOrEqual(bytes);
});

test('a link in a folder is not followed', async () => {
  using folder = testFolder();
  mkdirSync(folder.file('export'));
  symlinkSync('/etc', folder.file('export/etc'));

  using archive = await openArchive(folder.file('export'));

  expect(archive.entries).toEqual([]);
  expect(archive.link).toBe(folder.file('export/etc'));
});

/** Writes an archive with one entry of zeros, which the file system does not store, in the ZIP64 form. */
function writeSparseZip(
  file: string,
  entry: { name: string; stored: number; claimed: number; method: number; sum?: number },
): void {
  const { name, stored, claimed, method, sum = sumOfZeros(stored) } = entry;
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(45, 4);
  local.writeUInt16LE(method, 8);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const central = Buffer.alloc(46 + name.length + 20);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(45, 6);
  central.writeUInt16LE(method, 10);
  central.writeUInt32LE(sum, 16);
  central.writeUInt32LE(0xffffffff, 20);
  central.writeUInt32LE(0xffffffff, 24);
  central.writeUInt16LE(name.length, 28);
  central.writeUInt16LE(20, 30);
  central.write(name, 46);
  const extra = 46 + name.length;
  central.writeUInt16LE(1, extra);
  central.writeUInt16LE(16, extra + 2);
  central.writeBigUInt64LE(BigInt(claimed), extra + 4);
  central.writeBigUInt64LE(BigInt(stored), extra + 12);
  const start = local.length + stored;
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(1n, 24);
  end.writeBigUInt64LE(1n, 32);
  end.writeBigUInt64LE(BigInt(central.length), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(start + central.length), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(0xffff, 84);
  end.writeUInt16LE(0xffff, 86);
  end.writeUInt32LE(0xffffffff, 88);
  end.writeUInt32LE(0xffffffff, 92);
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, local, 0, local.length, 0);
  ftruncateSync(descriptor, start);
  writeSync(descriptor, Buffer.concat([central, end]), 0, central.length + end.length, start);
  closeSync(descriptor);
}

function sumOfZeros(bytes: number): number {
  const piece = Buffer.alloc(2 ** 24);
  let sum = 0;
  for (let left = bytes; left > 0; left -= piece.length)
    sum = crc32(left < piece.length ? piece.subarray(0, left) : piece, sum);
  return sum;
}

test.each(['fifo', 'character-device', 'block-device'] as const)(
  'a tar archive with a %s is refused, and it is named',
  async (type) => {
    using folder = testFolder();
    const tar = pack();
    const written = tar.pipe(createWriteStream(folder.file('a.tar')));
    tar.entry({ name: 'channels.json' }, '[]');
    tar.entry({ name: 'odd', type });
    tar.finalize();
    await finished(written);

    await expect(openArchive(folder.file('a.tar'))).rejects.toMatchObject({
      code: 'hostile-archive',
      message: expect.stringContaining('its entry "odd" is a device or a pipe'),
    });
  },
);

test('a dump in the tar format of pg_dump is refused with the command that makes SQL of it', async () => {
  using folder = testFolder();
  const tar = pack();
  const written = tar.pipe(createWriteStream(folder.file('dump.tar')));
  tar.entry({ name: 'toc.dat' }, 'PGDMP');
  tar.entry({ name: '3345.dat' }, '1\tAnn\n');
  tar.finalize();
  await finished(written);

  await expect(openExport(folder.file('dump.tar'))).rejects.toMatchObject({
    code: 'unknown-system',
    fix: expect.stringContaining('pg_restore -f dump.sql FILE'),
  });
});

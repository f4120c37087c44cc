import { gzipSync, zstdCompressSync } from 'node:zlib';
import { InputError, readRecords } from '@chatferry/parsers';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { collect, ids, read, refusals, rules } from './reading.ts';

const users = 'uid,name\nada,Ada\nzoe,Zoë 🚋\n';

describe('compression is detected in the bytes, whatever the name of the file', () => {
  test.each([
    ['none', Buffer.from(users)],
    ['gzip', gzipSync(users)],
    [
      'two gzip members',
      Buffer.concat([gzipSync('uid,name\nada,Ada\n'), gzipSync('zoe,Zoë 🚋\n')]),
    ],
    ['Zstandard', zstdCompressSync(users)],
  ])('%s', async (_, content) => {
    expect(ids(await read({ content }))).toEqual(['ada', 'zoe']);
  });

  test.each([
    ['gzip', gzipSync(users.repeat(50)).subarray(0, -9)],
    ['Zstandard', zstdCompressSync(users.repeat(50)).subarray(0, -9)],
  ])('a %s file that was cut off is an error that names the byte', async (_, content) => {
    const reading = read({ content });

    await expect(reading).rejects.toThrow(InputError);
    await expect(reading).rejects.toMatchObject({ code: 'broken-file', file: 'users.csv' });
    await expect(reading).rejects.toThrow(`first ${content.length} bytes`);
  });

  test('a ZIP archive is refused with a fix', async () => {
    const reading = read({ content: Buffer.from('PK\x03\x04 and so on') });

    await expect(reading).rejects.toMatchObject({
      code: 'broken-file',
      fix: 'Unpack the archive, or save the workbook as CSV in UTF-8.',
    });
  });
});

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from(users)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${users}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${users}`, 'utf16le')],
    ['UTF-16 LE', Buffer.from(users, 'utf16le')],
    ['UTF-16 BE with a mark', bigEndian(`\uFEFF${users}`)],
    ['UTF-16 BE', bigEndian(users)],
  ])('%s is recognised', async (_, content) => {
    const { records } = await read({ content });

    expect(records.map(({ record }) => record['name'])).toEqual(['Ada', 'Zoë 🚋']);
  });

  test('pieces may end anywhere, also within a character', async () => {
    for (const content of [Buffer.from(users), Buffer.from(users, 'utf16le'), bigEndian(users)]) {
      const pieces = [...content].map((byte) => Uint8Array.of(byte));
      expect(ids(await read({ content: pieces }))).toEqual(['ada', 'zoe']);
    }
  });

  test.each([1, 3, 5])(
    'a character of UTF-16 may be in several pieces of %i bytes, also far inside of a file',
    async (size) => {
      const name = '🚋\uFEFF🚋'.repeat(10);
      const text = `uid,name\n${'ada,Ada\n'.repeat(200)}zoe,${name}\n`;
      for (const all of [Buffer.from(text, 'utf16le'), bigEndian(text)]) {
        const content = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
          all.subarray(index * size, (index + 1) * size),
        );
        const outcome = await read({ content });
        expect(refusals(outcome)).toEqual([]);
        expect(outcome.records.at(-1)!.record).toEqual({ uid: 'zoe', name });
      }
    },
  );

  test('a legacy encoding has to be named', async () => {
    const content = Buffer.from('uid,name\nada,Ada\njo,J\xf6rg\n', 'latin1');

    expect(refusals(await read({ content }))).toEqual(['3 broken-encoding']);
    const unclosed = Buffer.from('uid,name\nada,Ada\njo,"J\xf6rg\n', 'latin1');
    expect(refusals(await read({ content: unclosed }))).toEqual(['3 bad-quotes']);
    const { records } = await read({ content, mapping: { encoding: 'windows-1252' } });
    expect(records[1]!.record['name']).toBe('Jörg');
  });

  test.each([
    ['windows-1252', [0x81], 'bytes that it does not define'],
    ['windows-1253', [0xaa], 'bytes that it does not define'],
    ['iso-8859-2', [0x9a], 'control characters, as text of another encoding has'],
    ['shift_jis', [0x81, 0xff], 'pairs that it does not define'],
    ['gb18030', [0x83], 'a character that is cut off at the end of the file'],
  ])('what is not text in %s costs its row: %j, %s', async (encoding, bytes) => {
    const content = Buffer.concat([Buffer.from('uid,name\nada,Ada\njo,Jo'), Buffer.from(bytes)]);
    const pieces = [...content].map((byte) => Uint8Array.of(byte));

    for (const each of [content, pieces]) {
      const outcome = await read({ content: each, mapping: { encoding } });
      expect(outcome.records.map(({ record }) => record['name'])).toEqual(['Ada']);
      expect(refusals(outcome)).toEqual(['3 broken-encoding']);
    }
  });

  test('bytes that are not text in a legacy encoding are replaced when the configuration asks for it', async () => {
    const content = Buffer.from('uid,name\njo,J\xf6\x81rg\x85\n', 'latin1');

    const outcome = await read(
      { content, mapping: { encoding: 'windows-1252' } },
      { cleaning: { brokenText: 'replace' } },
    );

    expect(outcome.records.map(({ record }) => record['name'])).toEqual(['Jö\u{FFFD}rg…']);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['text-repaired']);
  });

  test('an unpaired surrogate in UTF-16 costs its row', async () => {
    const content = Buffer.from('uid,name\nada,Ada\nzoe,\uD83D!\nbob,Bob\n', 'utf16le');

    const outcome = await read({ content });

    expect(ids(outcome)).toEqual(['ada', 'bob']);
    expect(refusals(outcome)).toEqual(['3 broken-encoding']);
  });

  test('UTF-16 with an odd number of bytes is a broken file', async () => {
    const content = Buffer.from(users, 'utf16le').subarray(0, -1);

    await expect(read({ content })).rejects.toMatchObject({ code: 'broken-file' });
  });
});

test('a stream that fails is an unreadable file, with the reason', async () => {
  const bytes = new Readable({ read: () => bytes.destroy(new Error('EIO: i/o error, read')) });
  const reading = collect(
    readRecords({ file: 'users.csv', kind: 'users', format: 'csv', bytes }, rules),
  );

  await expect(reading).rejects.toMatchObject({ code: 'unreadable-file' });
  await expect(reading).rejects.toThrow('users.csv: cannot be read: EIO');
});

test.each([0, 1])(
  'rows before the end of a broken file do not hide that, with %i threads',
  async (threads) => {
    const row = JSON.stringify({ uid: 'ada', name: 'Ada', metadata: { a: 'x'.repeat(4000) } });
    const content = `[${`${row},\n`.repeat(600)}`;

    await expect(read({ format: 'json', content }, { threads })).rejects.toMatchObject({
      code: 'broken-file',
    });
  },
);

test('bytes may arrive slowly and in pieces of any size, as from a pipe', async () => {
  const bytes = new PassThrough();
  const reading = collect(
    readRecords({ file: '-', kind: 'users', format: 'csv', bytes }, { ...rules, threads: 2 }),
  );
  for (const portion of users.match(/.{1,5}/gsu)!) {
    bytes.write(portion);
    await nextTurn();
  }
  bytes.end();

  expect(ids(await reading)).toEqual(['ada', 'zoe']);
});

test('a file whose header is refused is closed', async () => {
  const bytes = Readable.from([Buffer.from('uid,shoes\n')], { objectMode: false });
  const input = { file: 'users.csv', kind: 'users', format: 'csv', bytes } as const;

  await expect(collect(readRecords(input, rules))).rejects.toMatchObject({
    code: 'unknown-column',
  });
  expect(bytes.destroyed).toBe(true);
});

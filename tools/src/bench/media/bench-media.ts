import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chatferry } from '../../processes/chatferry.ts';
import { FileServer } from '../../processes/file-server.ts';
import { measure, type Measured } from '../../processes/measure.ts';
import { printTable, thousands } from '../print-table.ts';

const LIMIT_MIB = 256;

/** Measures time and memory of copying many small files and one large one, compared with copying alone. */
export async function benchMedia(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      files: { type: 'string', default: '100000' },
      bytes: { type: 'string', default: '10000' },
      large: { type: 'string', default: String(4 * 1024 ** 3) },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const [files, bytes, large] = [values.files, values.bytes, values.large].map(Number);
  const folder = mkdtempSync(path.join(values.dir, 'chatferry-bench-'));
  try {
    await using small = await FileServer.start({ bytesOf: () => bytes! });
    const inputs = path.join(folder, 'users.csv');
    writeUsers(inputs, small, files!);
    const bareFolder = path.join(folder, 'bare');
    const bare = await measure(new URL('./bare-copy.ts', import.meta.url), [
      bareFolder,
      small.url(0).replace(/0$/, ''),
      String(files),
    ]);
    rmSync(bareFolder, { recursive: true });
    const copied = await copy(folder, inputs, 'small');
    const again = await copy(folder, inputs, 'small');
    const verified = await measure(chatferry, [
      'media',
      'verify',
      path.join(folder, 'small'),
      '--job',
      path.join(folder, 'job'),
    ]);
    rmSync(path.join(folder, 'small'), { recursive: true });

    await using one = await FileServer.start({ bytesOf: () => large! });
    writeUsers(inputs, one, 1);
    const ofOne = await copy(folder, inputs, 'large');

    console.log(
      `${thousands(files!)} files of ${thousands(bytes!)} bytes, one of ${thousands(large!)}:\n`,
    );
    const row = (name: string, { seconds, peakRssMiB }: Measured): string[] => [
      name,
      seconds.toFixed(1),
      (seconds / bare.seconds).toFixed(2),
      String(peakRssMiB),
      `< ${LIMIT_MIB}`,
    ];
    printTable(
      ['', 'seconds', '× bare', 'peak MiB', 'needed'],
      [
        row('bare copying of the small ones', bare),
        row('media copy of the small ones', copied),
        row('the same again', again),
        row('media verify of them', verified),
        row('media copy of the large one', ofOne),
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeUsers(file: string, server: FileServer, files: number): void {
  const rows = Array.from({ length: files }, (_, number) => `u${number},U,${server.url(number)}`);
  writeFileSync(file, `uid,name,avatar\n${rows.join('\n')}\n`);
}

function copy(folder: string, inputs: string, to: string): Promise<Measured> {
  return measure(chatferry, [
    'media',
    'copy',
    inputs,
    '--to',
    path.join(folder, to),
    '--public-base=https://media.example.com',
    '--private-host=127.0.0.1',
    '--job',
    path.join(folder, 'job'),
    '--quiet',
  ]);
}

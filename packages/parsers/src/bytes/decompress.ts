import { counted } from '@chatferry/contract';
import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { InputError } from '../terms/input-error.ts';
import { peek, type Pieces } from './peek.ts';

const OUTPUT_BYTES = 256 * 1024;

const compressions = [
  { name: 'gzip', magic: [0x1f, 0x8b], open: () => createGunzip({ chunkSize: OUTPUT_BYTES }) },
  {
    name: 'Zstandard',
    magic: [0x28, 0xb5, 0x2f, 0xfd],
    open: () => createZstdDecompress({ chunkSize: OUTPUT_BYTES }),
  },
] as const;

const archive = [0x50, 0x4b, 0x03, 0x04];

/**
 * The decompressed bytes. The compression is recognised by the first bytes, not by the file's name.
 *
 * @throws {InputError} `broken-file` for a damaged or cut-off file, with the byte at which the damage was detected
 */
export async function* decompress(pieces: Pieces, file: string): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(pieces, 4);
  const beginsWith = (magic: readonly number[]): boolean =>
    magic.every((byte, index) => head[index] === byte);

  if (beginsWith(archive))
    throw new InputError(
      'broken-file',
      'is a ZIP archive or a workbook, not a text file.',
      { file },
      { fix: 'Unpack the archive, or save the workbook as CSV in UTF-8.' },
    );
  const compression = compressions.find(({ magic }) => beginsWith(magic));
  if (compression === undefined) yield* all;
  else yield* unpack(all, compression, file);
}

async function* unpack(
  pieces: Pieces,
  { name, open }: (typeof compressions)[number],
  file: string,
): AsyncGenerator<Uint8Array> {
  let taken = 0;
  const counting = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      taken += piece.length;
      yield Uint8Array.from(piece); // The consumer keeps a piece while the next one is read.
    }
  };
  const packed = Readable.from(counting(), { objectMode: false });
  const engine = open();
  let cause: unknown;
  packed.on('error', (error) => {
    cause = error;
    engine.destroy(error);
  });
  try {
    yield* packed.pipe(engine) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (cause !== undefined) throw cause;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(
      'broken-file',
      `is damaged or cut off: ${name} data is invalid within the first ${counted(taken, 'byte')} (${reason}).`,
      { file },
      { cause: error },
    );
  } finally {
    engine.destroy();
    packed.destroy();
  }
}

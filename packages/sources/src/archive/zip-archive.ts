import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import yauzl, { type ZipFile } from 'yauzl';
import { SourceError } from '../errors/source-error.ts';
import type { Archive, Entry } from './archive.ts';
import { digestOf } from './listing.ts';
import { cutOff, shown } from './refuse.ts';
import { LOCAL_HEADER, type ZippedEntry, zipDirectory } from './zip-directory.ts';
import { ZipWindow } from './zip-window.ts';

const STORED = 0;
const DEFLATED = 8;

/** The signature of a local header. */
const SIGNATURE = 0x04034b50;

/** Bytes reserved for the fields of a local header, which few archives exceed. */
const MOST_FIELDS = 64;

/** Bytes read in one call. */
const PIECE = 256 * 1024;

/** Opens a ZIP archive for reading at any position. @throws {SourceError} for a damaged or hostile archive */
export async function openZip(file: string): Promise<Archive> {
  const descriptor = openSync(file, 'r');
  try {
    const zip = await opened(descriptor, file);
    const { entries, wrapper } = await directoryOf(zip, file);
    const reader = new ZipReader(file, descriptor);
    return {
      path: file,
      entries,
      digest: digestOf(entries),
      placeOf: ({ name }) => `${file}/${wrapper}${name}`,
      fileOf: () => undefined,
      bytesOf: async (entry) => reader.bytesOf(known(entry)),
      piecesOf: (entry) => reader.piecesOf(known(entry)),
      [Symbol.dispose]: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

async function opened(descriptor: number, file: string): Promise<ZipFile> {
  const options = { autoClose: false, decodeStrings: false };
  const window = new ZipWindow(descriptor);
  try {
    return await yauzl.fromRandomAccessReaderPromise(window, fstatSync(descriptor).size, options);
  } catch (error) {
    throw cutOff(file, (error as Error).message, error);
  }
}

async function directoryOf(zip: ZipFile, file: string): ReturnType<typeof zipDirectory> {
  try {
    return await zipDirectory(zip, file);
  } catch (error) {
    throw error instanceof SourceError ? error : cutOff(file, (error as Error).message, error);
  }
}

/** The entries of a ZIP archive are always entries that `openZip` made. */
function known(entry: Entry): ZippedEntry {
  return entry as ZippedEntry;
}

/** The length of a local header, with name and fields. */
function headerBytes(header: Buffer): number {
  return LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
}

class ZipReader {
  readonly #file: string;
  readonly #descriptor: number;

  constructor(file: string, descriptor: number) {
    this.#file = file;
    this.#descriptor = descriptor;
  }

  /** Reads and unpacks in one step: most entries are small files, for which a stream costs more than the work. */
  bytesOf(entry: ZippedEntry): Uint8Array {
    this.#checkForm(entry);
    const packed = this.#packed(entry);
    let bytes: Uint8Array = packed;
    if (entry.method === DEFLATED)
      try {
        bytes = inflateRawSync(packed, { maxOutputLength: Math.max(entry.bytes, 1) });
      } catch (error) {
        throw this.#damaged(entry, (error as Error).message, error);
      }
    this.#checkSum(entry, bytes.length, crc32(bytes));
    return bytes;
  }

  async *piecesOf(entry: ZippedEntry): AsyncGenerator<Uint8Array> {
    this.#checkForm(entry);
    let bytes = 0;
    let sum = 0;
    const packed = this.#packedPieces(entry);
    const pieces = entry.method === STORED ? packed : this.#inflated(entry, packed);
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > entry.bytes) break;
      sum = crc32(piece, sum);
      yield piece;
    }
    this.#checkSum(entry, bytes, sum);
  }

  async *#inflated(
    entry: ZippedEntry,
    packed: AsyncGenerator<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    const source = Readable.from(packed, { objectMode: false });
    const inflate = createInflateRaw({ chunkSize: PIECE });
    source.on('error', (error) => inflate.destroy(error));
    try {
      for await (const piece of source.pipe(inflate)) yield piece as Uint8Array;
    } catch (error) {
      throw error instanceof SourceError
        ? error
        : this.#damaged(entry, (error as Error).message, error);
    } finally {
      source.destroy();
    }
  }

  async *#packedPieces(entry: ZippedEntry): AsyncGenerator<Uint8Array> {
    const start = this.#dataStart(entry);
    for (let at = 0; at < entry.compressedBytes; at += PIECE)
      yield this.#read(start + at, Math.min(PIECE, entry.compressedBytes - at), entry);
  }

  /** Reads header and bytes together. The length of the header is known, except for its fields, which are short. */
  #packed(entry: ZippedEntry): Buffer {
    const { offset, fullName, compressedBytes } = entry;
    const guess = LOCAL_HEADER + Buffer.byteLength(fullName) + MOST_FIELDS + compressedBytes;
    const bytes = Buffer.allocUnsafe(guess);
    const read = readSync(this.#descriptor, bytes, 0, guess, offset);
    const start = read < LOCAL_HEADER ? Infinity : headerBytes(bytes);
    if (bytes.readUInt32LE(0) === SIGNATURE && start + compressedBytes <= read)
      return bytes.subarray(start, start + compressedBytes);
    return this.#read(this.#dataStart(entry), compressedBytes, entry);
  }

  /** Offset of the packed bytes. */
  #dataStart(entry: ZippedEntry): number {
    const header = this.#read(entry.offset, LOCAL_HEADER, entry);
    if (header.readUInt32LE(0) !== SIGNATURE)
      throw this.#damaged(entry, 'it has no local header', undefined);
    return entry.offset + headerBytes(header);
  }

  #read(position: number, bytes: number, entry: ZippedEntry): Buffer {
    const buffer = Buffer.allocUnsafe(bytes);
    let read = 0;
    while (read < bytes) {
      const now = readSync(this.#descriptor, buffer, read, bytes - read, position + read);
      if (now === 0) throw this.#damaged(entry, 'the archive ends within it', undefined);
      read += now;
    }
    return buffer;
  }

  #checkForm({ method, isEncrypted, fullName }: ZippedEntry): void {
    if (!isEncrypted && (method === STORED || method === DEFLATED)) return;
    throw new SourceError(
      'bad-archive',
      isEncrypted
        ? `${this.#file} is encrypted.`
        : `${this.#file}: the entry ${shown(fullName)} is compressed by method ${method}, which is not supported.`,
      'Unpack it into a folder and name the folder.',
    );
  }

  #checkSum(entry: ZippedEntry, bytes: number, sum: number): void {
    if (bytes === entry.bytes && sum === entry.state) return;
    throw this.#damaged(entry, 'its bytes do not match its checksum', undefined);
  }

  #damaged({ fullName }: ZippedEntry, why: string, cause: unknown): SourceError {
    return cutOff(this.#file, `the entry ${shown(fullName)} cannot be read, because ${why}`, cause);
  }
}

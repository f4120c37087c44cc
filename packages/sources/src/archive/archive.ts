/** A file of an export. */
export interface Entry {
  /** Path inside the export, with `/` between its parts, without a folder that wraps the whole export. */
  readonly name: string;
  /** Uncompressed bytes. */
  readonly bytes: number;
}

type Bytes = AsyncIterable<Uint8Array>;

/** An export on disk as named entries: a folder, or an archive, which is not unpacked. */
export interface Archive extends Disposable {
  /** The path as the user gave it. */
  readonly path: string;
  /** In the order of their names, which does not depend on how the export was packed. */
  readonly entries: readonly Entry[];
  /** SHA-256 in hexadecimal, which distinguishes two states of the export without reading all of its bytes. */
  readonly digest: string;
  /** A link in the folder, if there is one. Exports of systems have no links, so such a folder is not read. */
  readonly link?: string | undefined;
  /** The name of an entry in problems: the path of the export, then the path inside it. */
  readonly placeOf: (entry: Entry) => string;
  /** All bytes of a small entry. @throws {SourceError} when they are damaged */
  readonly bytesOf: (entry: Entry) => Promise<Uint8Array>;
  /** The bytes of an entry of any size, in pieces. @throws {SourceError} when they are damaged */
  readonly piecesOf: (entry: Entry) => AsyncIterable<Uint8Array>;
  /**
   * Some entries with their bytes, in the order in which they are stored, all in one read. Present if reading one entry
   * means reading all entries before it. Take the bytes of each entry before the next entry.
   */
  readonly inOneRead?: (wanted: ReadonlySet<Entry>) => AsyncIterable<readonly [Entry, Bytes]>;
  /** Wraps an archive inside this archive, so that the inner archive is read under the same conditions. */
  readonly within?: (inner: Archive) => Archive;
  /** The file on disk that holds the entry; undefined inside an archive. */
  readonly fileOf: (entry: Entry) => string | undefined;
}

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Long, serialize } from 'bson';
import { type BulkSize, groups, members, messages, users } from './bulk-forum.ts';

const collections = {
  users: { rowsOf: users, id: 'uid' },
  groups: { rowsOf: groups, id: 'guid' },
  members: { rowsOf: members, id: undefined },
  messages: { rowsOf: messages, id: 'muid' },
} as const;

type Name = keyof typeof collections;

/** The number of documents between two markers of an archive. */
const SEGMENT = 1000;

const CHUNK = 1 << 18;

/** Writes a forum in the form of `mongodump --out`: a file for each collection. */
export function writeBsonFolder(folder: string, size: BulkSize): void {
  mkdirSync(folder, { recursive: true });
  for (const name of namesOf()) {
    using output = new Output(path.join(folder, `${name}.bson`));
    for (const document of documentsOf(name, size)) output.write(serialize(document));
  }
}

/** Writes a forum in the form of `mongodump --archive`: one file with interleaved collections. */
export function writeMongoArchive(file: string, size: BulkSize): void {
  using output = new Output(file);
  const end = Buffer.from('ffffffff', 'hex');
  output.write(Buffer.from('6de29981', 'hex'));
  output.write(serialize({ concurrent_collections: 4, version: '0.1', tool_version: '100.9.4' }));
  for (const collection of namesOf())
    output.write(
      serialize({ db: 'forum', collection, metadata: '{}', size: 1, type: 'collection' }),
    );
  output.write(end);
  const header = (collection: string, isEnd: boolean, crc = Long.ZERO): void =>
    output.write(serialize({ db: 'forum', collection, EOF: isEnd, CRC: crc }));
  const checksums = new Map(namesOf().map((name) => [name, new Checksum()]));
  const left = new Map(namesOf().map((name) => [name, documentsOf(name, size)]));
  while (left.size > 0)
    for (const [name, documents] of left) {
      header(name, false);
      let written = 0;
      for (let next = documents.next(); next.done !== true; next = documents.next()) {
        const document = serialize(next.value);
        checksums.get(name)!.add(document);
        output.write(document);
        if (++written === SEGMENT) break;
      }
      output.write(end);
      if (written === SEGMENT) continue;
      header(name, true, checksums.get(name)!.value);
      output.write(end);
      left.delete(name);
    }
}

/** CRC-64-ECMA, with a table whose entries are split into two halves. */
class Checksum {
  #low = -1;
  #high = -1;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      const [high, low] = crcTable[(this.#low ^ byte) & 0xff]!;
      this.#low = ((this.#low >>> 8) | (this.#high << 24)) ^ low;
      this.#high = (this.#high >>> 8) ^ high;
    }
  }

  get value(): Long {
    return new Long(~this.#low, ~this.#high);
  }
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let [high, low] = [0, byte];
  for (let bit = 0; bit < 8; bit++) {
    const isOdd = (low & 1) === 1;
    low = ((low >>> 1) | (high << 31)) ^ (isOdd ? 0xd7870f42 : 0);
    high = (high >>> 1) ^ (isOdd ? 0xc96c5795 : 0);
  }
  return [high | 0, low | 0] as const;
});

function namesOf(): Name[] {
  return Object.keys(collections) as Name[];
}

function* documentsOf(name: Name, size: BulkSize): Generator<Record<string, unknown>> {
  const { rowsOf, id } = collections[name];
  for (const row of rowsOf(size)) {
    const document: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(row))
      if (key === id) document['_id'] = value;
      else document[key] = key.endsWith('At') ? new Date((value as number) * 1000) : value;
    yield document;
  }
}

/** The mapping that turns the documents back into the original records. */
export function mongoMapping(name: Name): { columns?: Readonly<Record<string, string>> } {
  const { id } = collections[name];
  return id === undefined ? {} : { columns: { _id: id } };
}

/** Buffers small pieces, so that it writes large ones. */
class Output implements Disposable {
  readonly #file: number;
  #pending: Uint8Array[] = [];
  #bytes = 0;

  constructor(file: string) {
    this.#file = openSync(file, 'w');
  }

  write(bytes: Uint8Array): void {
    this.#pending.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > CHUNK) this.#flush();
  }

  #flush(): void {
    writeSync(this.#file, Buffer.concat(this.#pending));
    this.#pending = [];
    this.#bytes = 0;
  }

  [Symbol.dispose](): void {
    this.#flush();
    closeSync(this.#file);
  }
}

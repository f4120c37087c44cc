import { type Document, Long, serialize } from 'bson';

export interface ArchivedCollection {
  readonly db?: string;
  readonly name: string;
  readonly documents: readonly Document[];
  readonly metadata?: object;
  readonly type?: string;
}

const MAGIC = Buffer.from('6de29981', 'hex');
const END = Buffer.from('ffffffff', 'hex');

/**
 * An archive as `mongodump --archive` writes it, after its specification: the collections take turns.
 *
 * @param turn documents of each segment
 */
export function archiveOf(collections: readonly ArchivedCollection[], turn = 2): Buffer {
  const header = {
    concurrent_collections: 4,
    version: '0.1',
    server_version: '7.0.5',
    tool_version: '100.9.4',
  };
  const about = collections.map(({ db = 'app', name, metadata = {}, type = 'collection' }) => ({
    db,
    collection: name,
    metadata: JSON.stringify({ indexes: [], collectionName: name, type, ...metadata }),
    size: 1,
    type,
  }));
  const parts: Buffer[] = [];
  const withData = collections.filter(({ type = 'collection' }) => type !== 'view');
  const left = withData.map(({ documents }) => [...documents]);
  const ended = new Set<number>();
  while (ended.size < withData.length)
    for (const [index, { db = 'app', name, type }] of withData.entries()) {
      if (ended.has(index)) continue;
      const collection = type === 'timeseries' ? `system.buckets.${name}` : name;
      const some = left[index]!.splice(0, turn);
      const isEnd = some.length === 0;
      parts.push(
        Buffer.from(
          serialize({
            db,
            collection,
            EOF: isEnd,
            CRC: isEnd ? Long.fromBigInt(checksumOf(collections[index]!.documents)) : Long.ZERO,
          }),
        ),
        ...some.map((each) => Buffer.from(serialize(each))),
        END,
      );
      if (isEnd) ended.add(index);
    }
  return Buffer.concat([
    MAGIC,
    serialize(header),
    ...about.map((each) => Buffer.from(serialize(each))),
    END,
    ...parts,
  ]);
}

/** CRC-64-ECMA, bit by bit. */
function checksumOf(documents: readonly Document[]): bigint {
  let crc = 0xffff_ffff_ffff_ffffn;
  for (const byte of Buffer.concat(documents.map((each) => serialize(each)))) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++)
      crc = (crc & 1n) === 1n ? (crc >> 1n) ^ 0xc96c_5795_d787_0f42n : crc >> 1n;
  }
  return BigInt.asIntN(64, ~crc);
}

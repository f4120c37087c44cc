import { gzipSync } from 'node:zlib';
import { ObjectId, serialize } from 'bson';
import { expect, test } from 'vitest';
import { type KindMapping, PlaceCounts } from '@chatferry/parsers';
import { Crc64 } from '../../src/mongodb/crc64.ts';
import { blocksOf, type File, read } from '../reading.ts';
import { archiveOf, type ArchivedCollection } from './write-archive.ts';

const users: ArchivedCollection = {
  name: 'users',
  documents: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ _id: `u${id}`, name: id })),
};

const messages: ArchivedCollection = {
  name: 'messages',
  documents: [1, 2, 3].map((number) => ({
    _id: new ObjectId(`65e1a720000000000000000${number}`),
    from: 'ua',
    to: 'ub',
    text: `Text ${number}`,
    at: new Date(1_700_000_000_000 + number * 1000),
  })),
};

const mapping: KindMapping = { rows: 'app.users[*]', columns: { _id: 'uid' } };

function readUsers(content: Uint8Array, own: KindMapping = mapping): ReturnType<typeof read> {
  return read({ kind: 'users', format: 'mongo-archive', content, mapping: own });
}

test('the documents of a collection are rows, also where collections take turns', async () => {
  const archive = archiveOf([users, messages]);

  const found = await readUsers(archive, { ...mapping, ignore: ['app.messages'] });

  expect(found.records.map(({ record }) => record)).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((id) => ({ uid: `u${id}`, name: id })),
  );
  // The numbers of documents in the archive: two users, two messages, two users, one message, one user.
  expect(found.records.map(({ line }) => line)).toEqual([1, 2, 5, 6, 8]);
  expect(found.rejected).toEqual([]);
});

test('messages are rows with their dates and ids, in an archive that is compressed as well', async () => {
  const found = await read({
    kind: 'messages',
    format: 'mongo-archive',
    content: gzipSync(archiveOf([users, messages])),
    mapping: {
      rows: 'app.messages[*]',
      columns: { _id: 'muid', from: 'sender', to: 'receiver', at: 'sentAt' },
      constants: { receiverType: 'user' },
      ignore: ['app.users'],
    },
  });

  expect(found.rejected).toEqual([]);
  expect(found.records[1]).toMatchObject({
    id: '65e1a7200000000000000002',
    record: { sender: 'ua', receiver: 'ub', sentAt: 1_700_000_002, data: { text: 'Text 2' } },
  });
});

test('a collection that nothing reads is rejected document by document', async () => {
  const found = await readUsers(archiveOf([users, messages]));

  expect(found.records).toHaveLength(5);
  expect(found.rejected.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    ['not-read'],
    ['not-read'],
    ['not-read'],
  ]);
});

test('lists inside of documents are rows', async () => {
  const rooms = {
    name: 'rooms',
    documents: [
      {
        _id: 'r1',
        people: [
          { _id: 'ua', name: 'Ann' },
          { _id: 'ub', name: 'Bob' },
        ],
      },
      { _id: 'r2', people: [{ _id: 'uc', name: 'Cy' }] },
    ],
  };

  const found = await readUsers(archiveOf([rooms], 1), {
    rows: 'app.rooms[*].people[*]',
    columns: { _id: 'uid' },
    ignore: ['app.rooms[*]._id'],
  });

  expect(found.records.map(({ id }) => id)).toEqual(['ua', 'ub', 'uc']);
});

test('names with dots and an empty collection are found', async () => {
  const archive = archiveOf([
    { ...users, name: 'chat.users' },
    { name: 'old', documents: [] },
  ]);

  const dotted = await readUsers(archive, { ...mapping, rows: "app['chat.users'][*]" });
  const empty = await readUsers(archive, { ...mapping, rows: 'app.old[*]', ignore: ['app'] });

  expect(dotted.records).toHaveLength(5);
  expect(empty.records).toEqual([]);
});

test.each([
  ['app.people[*]', 'users.mongo-archive: has no collection app.people.'],
  [undefined, 'users.mongo-archive: holds several collections.'],
  ['app.active[*]', 'users.mongo-archive: has no documents of app.active, which is a view.'],
  [
    'app.metrics[*]',
    'users.mongo-archive: has no documents of app.metrics, a time series: they are packed into buckets.',
  ],
])('the rows %s are refused', async (rows, message) => {
  const archive = archiveOf([
    users,
    { name: 'active', documents: [], type: 'view', metadata: { options: { viewOn: 'users' } } },
    { name: 'metrics', documents: [{ a: 1 }], type: 'timeseries' },
  ]);

  await expect(
    readUsers(archive, { columns: { _id: 'uid' }, ...(rows && { rows }) }),
  ).rejects.toThrow(message);
});

test('the fix for rows in no collection names those that the archive has', async () => {
  const archive = archiveOf([users, { name: 'chat.rooms', documents: [] }]);

  await expect(readUsers(archive, { ...mapping, rows: 'users[*]' })).rejects.toMatchObject({
    fix: "Set rows in the configuration to the place of the documents of each kind. The archive has app.users[*], app['chat.rooms'][*].",
  });
});

test.each(['in a document', 'between documents', 'between segments', 'in its list of collections'])(
  'an archive that was cut off %s is refused',
  async (where) => {
    const archive = archiveOf([users, messages]);
    const user = archive.indexOf(serialize({ _id: 'ue', name: 'e' }));
    const at = {
      'in a document': user + 9,
      'between documents': user,
      'between segments': archive.lastIndexOf(Buffer.from('ffffffff', 'hex')) - 70,
      'in its list of collections': 200,
    }[where]!;

    await expect(readUsers(archive.subarray(0, at))).rejects.toMatchObject({
      code: 'broken-file',
      fix: expect.stringContaining('dump it again with mongodump'),
    });
  },
);

test('an archive without the end of a collection is refused', async () => {
  const archive = archiveOf([users]);
  const end = archive.lastIndexOf(Buffer.from('db\0')) - 5;

  await expect(readUsers(archive.subarray(0, end))).rejects.toThrow(
    'users.mongo-archive: is cut off: it does not have the end of app.users.',
  );
});

test('a byte that changed in the documents that are read is found by their checksum', async () => {
  const archive = archiveOf([users, messages]);
  const own = archive.indexOf('ud\0', 0, 'latin1');
  archive[own + 1] = 0x65;

  await expect(readUsers(archive, { ...mapping, ignore: ['app.messages'] })).rejects.toThrow(
    'users.mongo-archive: is damaged: the documents of app.users have another checksum than mongodump wrote.',
  );
});

test('the checksum is that of CRC-64-ECMA', () => {
  const crc = new Crc64();
  crc.add(Buffer.from('123456789'), 0, 9);

  expect(BigInt.asUintN(64, crc.value)).toBe(0x995d_c9bb_df19_39fan);
});

test('what is no archive is refused', async () => {
  await expect(readUsers(serialize({ a: 1 }))).rejects.toThrow(
    'users.mongo-archive: is no archive of mongodump: it does not begin like one.',
  );
});

test('collections of the server are counted', async () => {
  const archive = archiveOf([
    users,
    { db: 'admin', name: 'system.version', documents: [{ _id: 'authSchema' }, { _id: 'other' }] },
    { db: '', name: 'oplog', documents: [{ ts: 1, op: 'i' }] },
    { name: 'metrics', documents: [{ a: 1 }, { a: 2 }, { a: 3 }], type: 'timeseries' },
  ]);

  const counts = new PlaceCounts();
  const file: File = { kind: 'users', format: 'mongo-archive', content: archive, mapping };
  for await (const { account, rejected } of blocksOf(file)) {
    expect(rejected).toEqual([]);
    for (const [around, key, count] of account?.unread ?? []) counts.add(around, key, count);
  }

  expect(counts.byPlace().map(({ place, count }) => [place, count])).toEqual([
    ['app["system.buckets.metrics"]', 3],
    ['admin', 2],
    ['oplog', 1],
  ]);
});

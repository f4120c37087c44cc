import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
  UUID,
} from 'bson';
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  dictionary,
  integer,
  letrec,
  oneof,
  string,
  stringMatching,
} from 'fast-check';
import { expect, test } from 'vitest';
import { bsonLines } from '../../src/mongodb/bson-lines.ts';

/** The text of a file that comes in pieces of some bytes. */
export async function textOf(file: Uint8Array, pieceBytes = 64 * 1024): Promise<string> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    for (let at = 0; at < file.length; at += pieceBytes)
      yield Uint8Array.from(file.subarray(at, at + pieceBytes));
  }
  const found: Uint8Array[] = [];
  for await (const piece of bsonLines(pieces(), 'messages.bson')) found.push(Buffer.from(piece));
  return Buffer.concat(found).toString();
}

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 25);

test.each([
  ['an id', new ObjectId('65e1a7200000000000000001'), '"65e1a7200000000000000001"'],
  ['a date', new Date('2024-03-01T10:00:00.123Z'), '"2024-03-01T10:00:00.123Z"'],
  ['a date before 1970', new Date(-1), '"1969-12-31T23:59:59.999Z"'],
  ['a date after the year 9999', new Date(253_402_300_800_000), '253402300800000'],
  ['an integer', new Int32(-7), '-7'],
  ['a long integer', Long.fromString('9007199254740993'), '9007199254740993'],
  ['the largest integer', Long.MAX_VALUE, '9223372036854775807'],
  ['the smallest integer', Long.MIN_VALUE, '-9223372036854775808'],
  ['a short one in 64 bits', Long.fromNumber(-5_000_000_000), '-5000000000'],
  ['a fraction', new Double(1.5), '1.5'],
  ['milliseconds as a double', new Double(1_709_287_205_000), '1709287205000'],
  ['no number', new Double(Number.NaN), '"NaN"'],
  ['infinity', new Double(-Infinity), '"-Infinity"'],
  ['a decimal', Decimal128.fromString('1.10'), '"1.10"'],
  [
    'a decimal of 34 digits',
    Decimal128.fromString('1234567890123456789012345678901234'),
    '"1234567890123456789012345678901234"',
  ],
  [
    'a UUID',
    new UUID('0f8fad5b-d9cb-469f-a165-70867728950e'),
    '"0f8fad5b-d9cb-469f-a165-70867728950e"',
  ],
  ['bytes', new Binary(Buffer.from([0, 255])), '"AP8="'],
  ['many bytes', new Binary(Buffer.alloc(2_000_000)), '{"bytes":2000000}'],
  ['encrypted bytes', new Binary(Buffer.alloc(90), 6), '{"encrypted":90}'],
  ['a time of the oplog', new Timestamp({ t: 1_709_287_200, i: 3 }), '"2024-03-01T10:00:00.000Z"'],
  [
    'a reference',
    new DBRef('users', new ObjectId('65e1a7200000000000000001')),
    '"65e1a7200000000000000001"',
  ],
  ['a reference to another database', new DBRef('users', 7 as never, 'app'), '7'],
  ['what looks like a reference', { $ref: 'a', id: 1 }, '{"$ref":"a","id":1}'],
  ['a pattern', new BSONRegExp('^a"', 'i'), String.raw`"/^a\"/i"`],
  ['code', new Code('f()'), '"f()"'],
  ['code with values', new Code('f(x)', { x: 1 }), '"f(x)"'],
  ['a symbol', new BSONSymbol('s'), '"s"'],
  ['the smallest key', new MinKey(), '"MinKey"'],
  ['the largest key', new MaxKey(), '"MaxKey"'],
  ['nothing', null, 'null'],
  ['true', true, 'true'],
  ['a text', 'a "quote"\n\u0001 \\ ü 😀', String.raw`"a \"quote\"\n\u0001 \\ ü 😀"`],
  ['a long text', 'ü'.repeat(100), `"${'ü'.repeat(100)}"`],
  ['a list', ['a', { b: [] }, []], '["a",{"b":[]},[]]'],
])('%s becomes plain JSON', async (_, value, json) => {
  const text = await textOf(serialize({ 'a "key"': value }, { ignoreUndefined: false }));

  expect(text).toBe(String.raw`{"a \"key\"":${json}}` + '\n');
});

test('any documents become lines of the same JSON, wherever the file is cut into pieces', async () => {
  const value = letrec<{ any: unknown }>((tie) => ({
    any: oneof(
      { maxDepth: 3 },
      string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      boolean(),
      constant(null),
      array(tie('any'), { maxLength: 4 }),
      dictionary(string({ minLength: 1 }).filter(isName), tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  const documents = array(dictionary(stringMatching(/^[a-z"]{1,9}$/), value), {
    maxLength: 6,
  });

  await assert(
    asyncProperty(documents, integer({ min: 1, max: 90 }), async (all, pieceBytes) => {
      const file = Buffer.concat(all.map((each) => serialize(each)));

      const text = await textOf(file, pieceBytes);

      expect(text).toBe(all.map((each) => `${JSON.stringify(each)}\n`).join(''));
    }),
    { numRuns },
  );
});

function isName(name: string): boolean {
  return (
    !name.includes('\0') && !name.startsWith('$') && name.isWellFormed() && !/^\d+$/.test(name)
  );
}

test('a file that ends inside of a document is refused with the byte at which it begins', async () => {
  const file = Buffer.concat([serialize({ a: 1 }), serialize({ a: 2 })]).subarray(0, -1);

  await expect(textOf(file)).rejects.toThrow(
    'messages.bson: ends inside of the document that begins at byte 12.',
  );
});

test.each([
  ['longer than any document', Buffer.from('ffffff7f00', 'hex'), 2_147_483_647],
  ['shorter than any document', Buffer.from('0400000000', 'hex'), 4],
  ['negative', Buffer.from('ffffffff00', 'hex'), -1],
])('a length that is %s is refused before anything is kept for it', async (_, bytes, length) => {
  const file = Buffer.concat([serialize({ a: 1 }), bytes]);

  await expect(textOf(file)).rejects.toThrow(
    `messages.bson: is damaged, or no dump of MongoDB: byte 12 begins a document of ${length} bytes.`,
  );
});

test.each([
  [
    'an unknown type',
    '0c000000 99 6100 00000000 00',
    'a value of the unknown type 153 at its byte 7',
  ],
  [
    'a text that is longer than it',
    '11000000 02 6100 63000000 61616161 00 00',
    'a text of 99 bytes at its byte 11',
  ],
  [
    'a name that does not end',
    '0c000000 10 61616161 616161',
    'a document of 12 bytes at its byte 0',
  ],
  [
    'a number that does not end',
    '09000000 12 6100 01 00',
    'a value that does not end in its document at its byte 7',
  ],
  [
    'bytes of a negative length',
    '0e000000 05 6100 ffffffff 00 00 00',
    'a value of -1 bytes at its byte 12',
  ],
])('a document with %s spoils only itself', async (_, hex, why) => {
  const broken = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  const file = Buffer.concat([serialize({ a: 1 }), broken, serialize({ a: 2 })]);

  const lines = (await textOf(file)).split('\n');

  expect(lines).toEqual(['{"a":1}', expect.stringContaining(why), '{"a":2}', '']);
});

test('documents that are nested too deep are broken', async () => {
  let inner: Record<string, unknown> = {};
  for (let level = 0; level < 250; level++) inner = { a: inner };

  expect(await textOf(serialize(inner))).toContain('more than 200 documents in each other');
});

test('an archive in place of a collection is refused with what to declare', async () => {
  const archive = Buffer.concat([Buffer.from('6de29981', 'hex'), serialize({ version: '0.1' })]);

  await expect(textOf(archive)).rejects.toThrow(
    'messages.bson: is an archive of mongodump, which holds several collections.',
  );
});

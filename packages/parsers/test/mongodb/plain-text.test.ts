import { EJSON, Long, ObjectId } from 'bson';
import {
  array,
  assert,
  bigInt,
  boolean,
  dictionary,
  integer,
  oneof,
  property,
  string,
  stringMatching,
  uint8Array,
} from 'fast-check';
import { expect, test } from 'vitest';
import { PlainText } from '../../src/mongodb/plain-text.ts';

function plainText(text: string, pieceBytes = 64 * 1024): string {
  const bytes = Buffer.from(text);
  const reader = new PlainText();
  const found: string[] = [];
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    parts.push(Buffer.from(reader.take(Uint8Array.from(bytes.subarray(at, at + pieceBytes)))));
  parts.push(Buffer.from(reader.end()));
  found.push(Buffer.concat(parts).toString());
  return found.join('');
}

test.each([
  ['{"$oid":"65e1a7200000000000000001"}', '"65e1a7200000000000000001"'],
  ['{ "$oid" : "65e1" }', '"65e1"'],
  ['{"$date":{"$numberLong":"1709287200123"}}', '"2024-03-01T10:00:00.123Z"'],
  ['{"$date":{"$numberLong":"-1"}}', '"1969-12-31T23:59:59.999Z"'],
  ['{"$date":"2024-03-01T10:00:00Z"}', '"2024-03-01T10:00:00Z"'],
  ['{"$date":1709287200123}', '"2024-03-01T10:00:00.123Z"'],
  ['{"$date":"2024-03-01T10:00:00.000+0100"}', '"2024-03-01T10:00:00.000+0100"'],
  ['{"$numberInt":"-1"}', '-1'],
  ['{"$numberLong":"9007199254740993"}', '9007199254740993'],
  ['{"$numberDouble":"1.5"}', '1.5'],
  ['{"$numberDouble":"1.0"}', '1'],
  ['{"$numberDouble":"NaN"}', '"NaN"'],
  ['{"$numberDouble":"-Infinity"}', '"-Infinity"'],
  ['{"$numberDecimal":"1.10"}', '"1.10"'],
  ['{"$binary":{"base64":"AP8=","subType":"00"}}', '"AP8="'],
  ['{"$binary":"AP8=","$type":"00"}', '"AP8="'],
  [
    '{"$binary":{"base64":"D4+tW9nLRp+hZXCGdyiVDg==","subType":"04"}}',
    '"0f8fad5b-d9cb-469f-a165-70867728950e"',
  ],
  ['{"$uuid":"0f8fad5b-d9cb-469f-a165-70867728950e"}', '"0f8fad5b-d9cb-469f-a165-70867728950e"'],
  ['{"$timestamp":{"t":1709287200,"i":3}}', '"2024-03-01T10:00:00.000Z"'],
  ['{"$ref":"users","$id":{"$oid":"65e1"}}', '"65e1"'],
  ['{"$ref":"users","$id":7,"$db":"app"}', '7'],
  ['{"$dbPointer":{"$ref":"users","$id":{"$oid":"65e1"}}}', '"65e1"'],
  ['{"$regularExpression":{"pattern":"^a","options":"i"}}', '"/^a/i"'],
  ['{"$regex":"^a","$options":""}', '"/^a/"'],
  ['{"$code":"f()"}', '"f()"'],
  ['{"$code":"f(x)","$scope":{"x":1}}', '"f(x)"'],
  ['{"$symbol":"s"}', '"s"'],
  ['{"$undefined":true}', 'null'],
  ['{"$minKey":1}', '"MinKey"'],
  ['{"$maxKey":1}', '"MaxKey"'],
])('%s is %s', (wrapped, plain) => {
  expect(plainText(`{"a":${wrapped},"b":[${wrapped}]}`)).toBe(`{"a":${plain},"b":[${plain}]}`);
});

test.each([
  ['ObjectId("65e1a7200000000000000001")', '"65e1a7200000000000000001"'],
  ["ObjectId('65e1')", '"65e1"'],
  ['ISODate("2024-03-01T10:00:00Z")', '"2024-03-01T10:00:00Z"'],
  ['new Date(1709287200123)', '"2024-03-01T10:00:00.123Z"'],
  ['NumberLong(5)', '5'],
  ['NumberLong("9007199254740993")', '9007199254740993'],
  ['NumberInt(-7)', '-7'],
  ['NumberDecimal("1.10")', '"1.10"'],
  ['UUID("0f8fad5b-d9cb-469f-a165-70867728950e")', '"0f8fad5b-d9cb-469f-a165-70867728950e"'],
  ['BinData(0, "AP8=")', '"AP8="'],
  ['Timestamp(1709287200, 3)', '"2024-03-01T10:00:00.000Z"'],
  ['Timestamp({ t: 1709287200, i: 3 })', '"2024-03-01T10:00:00.000Z"'],
  ['DBRef("users", ObjectId("65e1"))', '"65e1"'],
  ['/^a\\/b/i', String.raw`"/^a\\/b/i"`],
  ['undefined', 'null'],
  ['NaN', '"NaN"'],
  [`'it\\'s "so"'`, String.raw`"it's \"so\""`],
])('the value %s of the shell is %s', (written, plain) => {
  const text = `/* 1 */\n{\n  _id : ${written},\n  "b" : [ ${written} ] // end\n}\n`;

  expect(plainText(text)).toBe(`\n{\n  "_id" : ${plain},\n  "b" : [ ${plain} ] \n}\n`);
});

test.each([
  '{"text":"{\\"$oid\\":\\"65e1\\"} ObjectId(\\"1\\") /* no */ \'x\' // no"}',
  '{"a":{"$set":1},"b":{"$oid":"x","more":1},"c":{"$date":[]},"d":{"$oid":7}}',
  '{"a":1e5,"b":-1.5E+3,"c":true,"d":false,"e":null}',
  '{"a":{"$oid":"cut off\n{"b":1}\n',
  '{"a":{"$oid":"65e1"\n{"b":{"$numberLong":"no number"}}\n',
  '{"a":SomeFunction("x"),"b":ObjectId(1, {})}',
])('%s stays as it is', (text) => {
  expect(plainText(text)).toBe(text);
});

test('lines stay where they are', () => {
  const text = '[{\n  "_id": {\n    "$oid": "65e1"\n  },\n  "n": 1\n}]';

  expect(plainText(text)).toBe('[{\n  "_id": "65e1"\n\n,\n  "n": 1\n}]');
});

test('a line that is cut off leaves the next one as it is', () => {
  const text = '{"_id":{"$oid":"65e1\n{"_id":{"$oid":"65e2"}}\n';

  expect(plainText(text)).toBe('{"_id":{"$oid":"65e1\n{"_id":"65e2"}\n');
});

test('what the library writes is the same wherever it is cut into pieces', () => {
  const value = oneof(
    string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    integer(),
    integer({ min: 1, max: 4e9 }).map((seconds) => new Date(seconds * 1000 + 7)),
    bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((number) => Long.fromBigInt(number)),
    uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  );
  const name = stringMatching(/^[a-z]{1,5}$/);

  assert(
    property(
      array(dictionary(name, oneof(value, array(value))), { maxLength: 5 }),
      integer({ min: 1, max: 50 }),
      boolean(),
      (documents, pieceBytes, relaxed) => {
        const lines = documents.map((each) => EJSON.stringify(each, { relaxed })).join('\n');

        const plain = plainText(lines, pieceBytes);

        expect(plain).toBe(plainText(lines));
        expect(
          plain.split('\n').map((line) => line.replaceAll(/(?<=[:[,])-?\d{16,}/g, '0')),
        ).toEqual(documents.length === 0 ? [''] : documents.map((each) => plainOf(each)));
      },
    ),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 25) },
  );
});

/** The document with plain values; numbers of 16 digits, which JavaScript may round, as 0. */
function plainOf(document: Record<string, unknown>): string {
  return JSON.stringify(document, function replaced(key, value: unknown) {
    const own = (this as Record<string, unknown>)[key];
    if (own instanceof ObjectId) return own.toHexString();
    if (own instanceof Long) return Math.abs(Number(own)) >= 1e15 ? 0 : Number(own);
    return value;
  });
}

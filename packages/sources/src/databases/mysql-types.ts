import type { FieldPacket } from 'mysql2';
import type { Column } from './snapshot.ts';

/** Numbers of the types in the protocol of MySQL. */
const types = {
  numbers: [0, 1, 2, 3, 4, 5, 8, 9, 13, 246],
  timestamp: [7],
  dates: [10, 12],
  bit: [16],
  json: [245],
  texts: [249, 250, 251, 252, 253, 254],
  geometry: [255],
} as const satisfies Record<string, readonly number[]>;

/** The number of the collation of bytes. */
const BINARY = 63;

/** The type of a column whose values are no texts, numbers or times; undefined for other columns. */
export function unreadableType({
  columnType,
  characterSet,
  name,
}: FieldPacket): Column['unreadable'] {
  if (is('texts', columnType) && characterSet === BINARY)
    return { type: 'BLOB or BINARY', fix: `HEX(${name})` };
  return is('geometry', columnType) ? { type: 'GEOMETRY', fix: `ST_AsText(${name})` } : undefined;
}

/** Whether different values may have no order, because they are texts that the column's collation considers as equal. */
export function isText({ columnType }: FieldPacket): boolean {
  return is('texts', columnType);
}

/** Whether the type is a type of whole numbers. Their texts may have leading zeros. */
export function isWholeNumber({ columnType }: FieldPacket): boolean {
  return columnType !== undefined && [1, 2, 3, 8, 9].includes(columnType);
}

/** Whether the server makes the same text of each value as the driver. */
export function canBeText(field: FieldPacket): boolean {
  const { columnType, characterSet, flags } = field;
  if (isText(field)) return characterSet !== BINARY;
  const hasZeros = typeof flags === 'number' && (flags & ZEROFILL) !== 0;
  return !hasZeros && [0, 1, 2, 3, 7, 8, 9, 10, 12, 13, 246].includes(columnType!);
}

/** The text of the value of a column. */
export function textSql(field: FieldPacket, column: string): string {
  return isText(field) ? `CONVERT(${column} USING utf8mb4)` : `CAST(${column} AS CHAR)`;
}

/** The flag, in the protocol, of a column whose numbers have leading zeros. */
const ZEROFILL = 64;

/** For each column, a function that writes its name and a value as JSON. */
export function jsonWriters(
  fields: readonly FieldPacket[],
): readonly ((value: string | Buffer | null) => string)[] {
  return fields.map(({ name, columnType }) => {
    const head = `${JSON.stringify(name)}:`;
    const write = writerOf(columnType);
    return (value) => head + (value === null ? 'null' : write(value));
  });
}

function writerOf(type: number | undefined): (value: string | Buffer) => string {
  if (is('numbers', type)) return writeNumber;
  if (is('bit', type)) return (value) => String(BigInt(`0x${(value as Buffer).toString('hex')}`));
  if (is('json', type)) return String;
  if (is('timestamp', type))
    return (value) => (isNoDate(value) ? 'null' : `"${String(value).replace(' ', 'T')}Z"`);
  if (is('dates', type)) return (value) => (isNoDate(value) ? 'null' : JSON.stringify(value));
  return JSON.stringify;
}

/** A number with leading zeros becomes a text, which keeps them. */
function writeNumber(value: string | Buffer): string {
  const text = String(value);
  return /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? text : JSON.stringify(text);
}

function isNoDate(value: string | Buffer): boolean {
  return String(value).startsWith('0000-00-00');
}

function is(what: keyof typeof types, type: number | undefined): boolean {
  return (types[what] as readonly (number | undefined)[]).includes(type);
}

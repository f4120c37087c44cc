import type { FieldDef } from 'pg';
import { keyText } from './key-text.ts';
import { rowSql } from './postgres-row-sql.ts';
import { boundsOf, DIGEST_DIGITS, DIGESTS, NUMBERS_PER_RANGE, RANGE_DIGITS } from './row-digest.ts';
import type { KeyDigest, RowDigests } from './snapshot.ts';

/** The numbers of the types `bigint`, `smallint` and `integer`. */
const numberTypes: readonly number[] = [20, 21, 23];

/** The number of ranges whose keys are listed with one statement. */
const RANGES = 16;

interface Server {
  readonly fieldsOf: (query: string) => Promise<readonly FieldDef[]>;
  /** Runs one statement. @returns the rows, whose values are texts or null */
  readonly ask: (text: string, values?: readonly unknown[]) => Promise<(string | null)[][]>;
}

/** Digests that PostgreSQL computes. They are equal to the digests that `rowDigest` makes of the rows. */
export function postgresDigests({ fieldsOf, ask }: Server): RowDigests {
  const isNumbered = async (query: string, key: readonly string[]): Promise<boolean> => {
    const field = (await fieldsOf(query)).find(({ name }) => name === key[0])!;
    return key.length === 1 && numberTypes.includes(field.dataTypeID);
  };
  const partsOf = async (query: string, key: readonly string[]): Promise<DigestSql> =>
    digestSql(query, key, await fieldsOf(query), await isNumbered(query, key));
  return {
    isNumbered,
    ranges: async (query, key) => {
      const { range, digest, from, isWhole } = await partsOf(query, key);
      const rows = await ask(
        `SELECT range::text, count(*)::text, ${sumOf('digest')} FROM (SELECT ${range} AS range, ${digest} AS digest FROM ${from} WHERE ${isWhole}) AS digests GROUP BY range`,
      );
      return rows.map(([each, count, sum]) => ({
        range: Number(each),
        rows: Number(count),
        digest: Number(sum),
      }));
    },
    async *keysIn(query, key, ranges) {
      const { isIn, digest, from, isWhole, texts } = await partsOf(query, key);
      for (let at = 0; at < ranges.length; at += RANGES) {
        const wanted = ranges.slice(at, at + RANGES);
        const rows = await ask(
          `SELECT ${texts.join(', ')}, ${sumOf(digest)} FROM ${from} WHERE ${isWhole} AND (${isIn(wanted)}) GROUP BY ${texts.map((_, index) => index + 1).join(', ')}`,
        );
        yield rows.map((row): KeyDigest => ({
          key: keyText(row.slice(0, -1)),
          digest: Number(row.at(-1)),
        }));
      }
    },
  };
}

interface DigestSql {
  readonly from: string;
  /** The values of the key as texts. */
  readonly texts: readonly string[];
  readonly range: string;
  readonly digest: string;
  /** The condition that no value of the key is NULL. */
  readonly isWhole: string;
  readonly isIn: (ranges: readonly number[]) => string;
}

function digestSql(
  query: string,
  key: readonly string[],
  fields: readonly FieldDef[],
  isNumbered: boolean,
): DigestSql {
  const { row, from, columns } = rowSql(query, key, fields);
  const texts = columns.map((column) => `${column}::text`);
  // `rangeOfKey` hashes the same text.
  const text = texts.length === 1 ? texts[0]! : texts.map(hashOf).join(' || ');
  const range = isNumbered
    ? `(${columns[0]} / ${NUMBERS_PER_RANGE})::bigint`
    : numberOf(text, RANGE_DIGITS);
  return {
    from,
    texts,
    range,
    digest: numberOf(row, DIGEST_DIGITS),
    isWhole: columns.map((column) => `${column} IS NOT NULL`).join(' AND '),
    isIn: (ranges) =>
      isNumbered
        ? ranges.map((each) => `${columns[0]} BETWEEN ${boundsOf(each).join(' AND ')}`).join(' OR ')
        : `${range} IN (${ranges.map(Number).join(', ')})`,
  };
}

/** The first digits of the MD5 hash of a text, as a number. */
function numberOf(text: string, digits: number): string {
  return `('x' || substr(${hashOf(text)}, 1, ${digits}))::bit(${digits * 4})::bigint`;
}

function hashOf(text: string): string {
  return `md5(convert_to(${text}, 'UTF8'))`;
}

function sumOf(digest: string): string {
  return `(sum(${digest}) % ${DIGESTS})::bigint::text`;
}

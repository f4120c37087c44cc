import type { FieldPacket } from 'mysql2';
import { digestsOfRows } from './digests-of-rows.ts';
import { keyText } from './key-text.ts';
import { canBeText, isWholeNumber, textSql } from './mysql-types.ts';
import { boundsOf, DIGEST_DIGITS, DIGESTS, NUMBERS_PER_RANGE, RANGE_DIGITS } from './row-digest.ts';
import { asTable, type KeyDigest, type RowDigests, type Snapshot } from './snapshot.ts';

/** The number of ranges whose keys are listed with one statement. */
const RANGES = 16;

interface Server extends Required<Pick<Snapshot, 'rowsWith'>> {
  readonly fieldsOf: (query: string) => Promise<readonly FieldPacket[]>;
  /** Runs one statement. @returns the rows, whose values are texts or null */
  readonly ask: (text: string) => Promise<(string | null)[][]>;
}

/** Digests that MySQL or MariaDB computes. If values of the key have no unique text, such as `FLOAT`, the rows of the query are read. */
export function mysqlDigests({ fieldsOf, ask, rowsWith }: Server): RowDigests {
  const ofRows = digestsOfRows({ rowsOf: (query, key) => rowsWith(query, key, undefined) });
  const sqlOf = async (query: string, key: readonly string[]): Promise<DigestSql | undefined> =>
    digestSql(query, key, await fieldsOf(query));
  return {
    isNumbered: async (query, key) => (await sqlOf(query, key))?.isNumbered ?? false,
    ranges: async (query, key) => {
      const sql = await sqlOf(query, key);
      if (sql === undefined) return ofRows.ranges(query, key);
      const rows = await ask(
        `SELECT ${sql.range} AS chatferry_range, COUNT(*), SUM(${sql.digest}) % ${DIGESTS} FROM ${sql.from} WHERE ${sql.isWhole} GROUP BY chatferry_range`,
      );
      return rows.map(([range, count, sum]) => ({
        range: Number(range),
        rows: Number(count),
        digest: Number(sum),
      }));
    },
    async *keysIn(query, key, ranges) {
      const sql = await sqlOf(query, key);
      if (sql === undefined) return yield* ofRows.keysIn(query, key, ranges);
      for (let at = 0; at < ranges.length; at += RANGES) {
        const wanted = sql.isIn(ranges.slice(at, at + RANGES));
        // A collation may consider different texts as equal.
        const groups = sql.texts.map((text) => `CAST(${text} AS BINARY)`);
        const rows = await ask(
          `SELECT ${sql.texts.map((text) => `MIN(${text})`).join(', ')}, SUM(${sql.digest}) % ${DIGESTS} FROM ${sql.from} WHERE ${sql.isWhole} AND (${wanted}) GROUP BY ${groups.join(', ')}`,
        );
        yield rows.map((row): KeyDigest => ({
          key: keyText(row.slice(0, -1)),
          digest: Number(row.at(-1)),
        }));
      }
    },
  };
}

/** The digest of a row, made from the hashes of its values. */
export function rowDigestSql(fields: readonly FieldPacket[]): string {
  const hashes = fields.map(({ name }) => `IFNULL(MD5(${columnOf(name)}), '-')`);
  return numberOf(`CONCAT_WS(',', ${hashes.join(', ')})`, DIGEST_DIGITS);
}

interface DigestSql {
  readonly from: string;
  /** The values of the key as texts. */
  readonly texts: readonly string[];
  readonly range: string;
  readonly digest: string;
  readonly isNumbered: boolean;
  /** The condition that no value of the key is NULL. */
  readonly isWhole: string;
  readonly isIn: (ranges: readonly number[]) => string;
}

/** @returns undefined when the texts of the key may differ from the texts that are read */
function digestSql(
  query: string,
  key: readonly string[],
  fields: readonly FieldPacket[],
): DigestSql | undefined {
  const ofKey = key.map((name) => fields.find((field) => field.name === name)!);
  if (!ofKey.every(canBeText)) return undefined;
  const columns = key.map(columnOf);
  const texts = ofKey.map((field) => textSql(field, columnOf(field.name)));
  const isNumbered = ofKey.length === 1 && isWholeNumber(ofKey[0]!);
  // `rangeOfKey` hashes the same text.
  const text =
    texts.length === 1 ? texts[0]! : `CONCAT(${texts.map((each) => `MD5(${each})`).join(', ')})`;
  const range = isNumbered
    ? `${columns[0]} DIV ${NUMBERS_PER_RANGE}`
    : numberOf(text, RANGE_DIGITS);
  return {
    from: `${asTable(query)} AS ${ROWS}`,
    texts,
    range,
    digest: rowDigestSql(fields),
    isNumbered,
    isWhole: columns.map((column) => `${column} IS NOT NULL`).join(' AND '),
    isIn: (ranges) =>
      isNumbered
        ? ranges.map((each) => `${columns[0]} BETWEEN ${boundsOf(each).join(' AND ')}`).join(' OR ')
        : `${range} IN (${ranges.map(Number).join(', ')})`,
  };
}

/** The name of the query inside another query. */
export const ROWS = 'chatferry_rows';

export function columnOf(name: string): string {
  return `${ROWS}.\`${name.replaceAll('`', '``')}\``;
}

/** The first digits of the MD5 hash of a text, as a number. */
function numberOf(text: string, digits: number): string {
  return `CAST(CONV(LEFT(MD5(${text}), ${digits}), 16, 10) AS UNSIGNED)`;
}

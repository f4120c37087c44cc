import type { Column } from '../columns/column.ts';
import { factsOf } from '../columns/facts-of.ts';
import type { FoundTable } from './table.ts';

/** Texts that apps write instead of a dot, because keys of the Realtime Database contain no dots. */
const forDot = [',', '%2E', '%2e'];

const address = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/;

/**
 * Replaces the values of columns in which every value is an e-mail address without dots, as in keys, by the addresses. Only when the file
 * also contains one of these addresses in full, so that both are ids of one user.
 */
export function withPlainAddresses(tables: readonly FoundTable[]): readonly FoundTable[] {
  const written = new Map(
    tables.flatMap(({ columns }) => columns.map((each) => [each, plainOf(each)] as const)),
  );
  const full = new Set(
    [...written].flatMap(([column, plain]) =>
      plain === undefined ? [...column.facts.values.keys()] : [],
    ),
  );
  const isUsed = [...written.values()].some((plain) =>
    plain?.values.some((each) => full.has(each)),
  );
  if (!isUsed) return tables;
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => {
      const plain = written.get(column);
      if (plain === undefined) return column;
      const { cells, values, escapes } = plain;
      return { ...column, cells, escapes, facts: factsOf(values, column.facts.empty) };
    }),
  }));
}

function plainOf({ cells }: Column):
  | {
      readonly cells: readonly (string | undefined)[];
      readonly values: readonly string[];
      readonly escapes: readonly string[];
    }
  | undefined {
  const filled = cells.filter((cell) => cell !== undefined);
  if (filled.length === 0 || filled.some((cell) => cell.includes('.'))) return undefined;
  const escapes = forDot.filter((each) => filled.some((cell) => cell.includes(each)));
  const plain = cells.map(
    (cell) => cell && escapes.reduce((text, each) => text.replaceAll(each, '.'), cell),
  );
  const values = plain.filter((cell) => cell !== undefined);
  return values.every((each) => address.test(each)) ? { cells: plain, values, escapes } : undefined;
}

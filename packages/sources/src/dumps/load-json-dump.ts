import type { DatabaseSync } from 'node:sqlite';
import { InputError, readValues } from '@chatferry/parsers';
import { DumpError } from './dump-error.ts';
import type { Literal } from './literal.ts';
import type { LoadedDump } from './load-dump.ts';
import { LoadedTables } from './loaded-tables.ts';
import { textOf } from './read-dump.ts';
import type { WantedNames } from './wanted-names.ts';

/** The beginning of an export of phpMyAdmin: a list whose first element is a header. */
const beginning = /^\s*\[\s*\{\s*"type"\s*:\s*"header"[^}]*phpMyAdmin/i;

/** This version wrote texts as their bytes in hexadecimal. */
const WITH_HEX = '5.1.0';

const NAME = '[*].name';
const VERSION = '[*].version';
const ROW = '[*].data[*]';

export function isJsonDump(head: string): boolean {
  return beginning.test(head);
}

/**
 * Puts the wanted tables of an export of phpMyAdmin in JSON into a database. All of its values are texts; texts that are whole
 * numbers become numbers, as in SQL.
 *
 * @throws {DumpError} @throws the signal's reason
 */
export async function loadJsonDump(
  path: string,
  db: DatabaseSync,
  wanted: WantedNames,
  signal: AbortSignal,
): Promise<LoadedDump> {
  const tables = new LoadedTables(db, wanted);
  const skipped = new Map<string, number>();
  const form = { decode: (text: string) => text, hasUtcTimes: false };
  const paths = [NAME, VERSION, ROW];
  let table = '';
  let hasHex = false;
  let row = 0;
  const where = (): number => row;
  try {
    for await (const values of readValues(bytesOf(path, signal), path, paths))
      for (const { path: index, text } of values) {
        const value = JSON.parse(text) as unknown;
        if (paths[index] === VERSION) hasHex = value === WITH_HEX;
        else if (paths[index] === NAME) table = String(value);
        else if (wanted.hasTable(table)) {
          row++;
          const cells = Object.entries(value as Record<string, unknown>);
          tables.take(
            {
              is: 'row',
              table,
              columns: cells.map(([name]) => name),
              values: cells.map(([, cell]) => literalOf(cell, hasHex)),
            },
            form,
            where,
          );
        } else skipped.set(table, (skipped.get(table) ?? 0) + 1);
      }
  } catch (error) {
    if (!(error instanceof InputError) && !(error instanceof SyntaxError)) throw error;
    throw new DumpError(`It is not whole: ${error.message}`, 'Export it again.');
  }
  const others = Array.from(skipped, ([name, rows]) => ({
    name,
    rows,
    columns: [],
    primaryKey: [],
    foreignKeys: [],
  }));
  return { writer: 'phpMyAdmin', tables: [...tables.all, ...others] };
}

async function* bytesOf(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const text of textOf(path)) {
    signal.throwIfAborted();
    yield Buffer.from(text, 'latin1');
  }
}

function literalOf(value: unknown, hasHex: boolean): Literal {
  if (value === null) return { is: 'null' };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^-?(?:0|[1-9]\d*)$/.test(text)) return { is: 'number', text };
  if (hasHex && /^0x(?:[\dA-Fa-f]{2})+$/.test(text))
    return { is: 'text', text: Buffer.from(text.slice(2), 'hex').toString() };
  return { is: 'text', text };
}

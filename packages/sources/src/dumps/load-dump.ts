import type { DatabaseSync } from 'node:sqlite';
import { Cursor } from './cursor.ts';
import { decoderOf, type Dialect, dialectOf } from './dialect.ts';
import { DumpError } from './dump-error.ts';
import { type LoadedTable, LoadedTables } from './loaded-tables.ts';
import { textOf } from './read-dump.ts';
import { DumpScanner } from './scan-dump.ts';
import type { ValueForm } from './stored-value.ts';
import type { WantedNames } from './wanted-names.ts';

/** The longest statement of a dump: a server refuses a longer one. */
const LONGEST = 1 << 30;

/** The content of a dump. */
export interface LoadedDump {
  /** The program that wrote the dump, as in a sentence. */
  readonly writer: string;
  /** The stored tables, and other tables with rows. */
  readonly tables: readonly LoadedTable[];
}

/**
 * Puts the wanted tables of a dump into a database. Runs nothing of the dump.
 *
 * @throws {DumpError} @throws the signal's reason
 */
export async function loadDump(
  path: string,
  db: DatabaseSync,
  wanted: WantedNames,
  signal: AbortSignal,
): Promise<LoadedDump> {
  const tables = new LoadedTables(db, wanted);
  const cursor = new Cursor();
  const line = (): number => cursor.line;
  let opened: Reading;
  let tail = '';
  const take = (): void => {
    opened ??= openedFor(dialectOf(cursor.text.slice(0, 1 << 16)), wanted);
    for (const piece of opened.scanner.pieces(cursor)) tables.take(piece, opened.form, line);
    if (cursor.text.length - cursor.at > LONGEST)
      throw new DumpError(
        `Line ${cursor.line}: a statement is longer than 1 GiB.`,
        'Make the dump with shorter statements.',
      );
  };
  for await (const text of textOf(path)) {
    signal.throwIfAborted();
    cursor.add(text);
    tail = (tail + text).slice(-1000);
    take();
  }
  cursor.isLast = true;
  take();
  const { dialect, scanner } = opened!;
  refuseCut(dialect, tail);
  const others = Array.from(scanner.skipped, ([name, rows]) => ({
    name,
    rows,
    columns: [],
    primaryKey: [],
    foreignKeys: [],
  }));
  return { writer: dialect.writer, tables: [...tables.all, ...others] };
}

/** How a dump is read, once its first lines are known. */
interface Reading {
  readonly dialect: Dialect;
  readonly scanner: DumpScanner;
  readonly form: ValueForm;
}

function openedFor(dialect: Dialect, wanted: WantedNames): Reading {
  const scanner = new DumpScanner(dialect, wanted.hasTable);
  return { dialect, scanner, form: { ...dialect, decode: decoderOf(dialect) } };
}

/** A dump without its last line was cut off, and the rest of the dump is not known. */
function refuseCut({ writer, lastLine }: Dialect, tail: string): void {
  if (lastLine === undefined || tail.includes(lastLine)) return;
  throw new DumpError(
    `It does not end with '${lastLine}', which ${writer} writes last: it was cut off.`,
    'Make the dump again. If it is known to be complete, add this line at its end.',
  );
}

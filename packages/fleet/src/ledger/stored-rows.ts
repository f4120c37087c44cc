import { type LedgerRow, type LedgerTable, ledgerTables } from '@chatferry/runner';
import type { Transaction } from '../store/store.ts';
import { storable } from './storable.ts';

const AT_ONCE = 2000;

/** The name of each table in a store, and its columns if they differ. */
const tables: Readonly<
  Record<
    LedgerTable,
    { readonly name: string; readonly columns?: Readonly<Record<string, string>> }
  >
> = {
  runs: { name: 'run', columns: { end: 'ended_as' } },
  lanes: { name: 'lane' },
  batches: { name: 'batch' },
  outcomes: { name: 'outcome' },
  troubles: { name: 'trouble' },
  minutes: { name: 'minute' },
  message_ids: { name: 'message_id' },
};

/** The rows of one job, in the form of `ledger.sqlite`. */
export async function* storedRows(
  query: Transaction,
  job: number,
  table: LedgerTable,
): AsyncGenerator<LedgerRow> {
  const { name, columns = {} } = tables[table];
  const names = ledgerTables[table].map((column) => columns[column] ?? column);
  // A lane without any change yet has no row in the file.
  const where = table === 'lanes' ? 'AND changed_at IS NOT NULL' : '';
  const order = table === 'troubles' ? 'number' : '1, 2';
  await query({
    text: `DECLARE rows NO SCROLL CURSOR FOR
           SELECT ${names.map((column) => `"${column}"`).join(', ')}
           FROM chatferry.${name} WHERE job = ${job} ${where} ORDER BY ${order}`,
  });
  for (;;) {
    const rows = await query<Record<string, string | number | boolean | null>>({
      text: `FETCH ${AT_ONCE} FROM rows`,
    });
    for (const row of rows)
      yield names.map((column) => {
        const value = row[column]!;
        return typeof value === 'boolean' ? Number(value) : value;
      });
    if (rows.length < AT_ONCE) break;
  }
  await query({ text: 'CLOSE rows' });
}

/** Adds rows of `ledger.sqlite` to a job. */
export async function insertRows(
  query: Transaction,
  job: number,
  table: LedgerTable,
  rows: Iterable<LedgerRow>,
): Promise<void> {
  const { name, columns = {} } = tables[table];
  const names = ledgerTables[table].map((column) => columns[column] ?? column);
  const list = names.map((column) => `"${column}"`).join(', ');
  const token = table === 'runs' ? { column: ', token', value: ', gen_random_uuid()' } : undefined;
  const text = `INSERT INTO chatferry.${name} (job, ${list}${token?.column ?? ''})
                SELECT $1, ${list}${token?.value ?? ''} FROM jsonb_populate_recordset(NULL::chatferry.${name}, $2::jsonb)`;
  let waiting: object[] = [];
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await query({ text, values: [job, JSON.stringify(waiting)] });
    waiting = [];
  };
  for (const row of rows) {
    waiting.push(
      Object.fromEntries(names.map((column, index) => [column, stored(column, row[index]!)])),
    );
    if (waiting.length === AT_ONCE) await flush();
  }
  await flush();
}

function stored(column: string, value: LedgerRow[number]): unknown {
  if (column === 'may_have_landed') return value === 1;
  return typeof value === 'string' ? storable(value) : value;
}

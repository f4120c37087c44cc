import { importWithout } from '../../../disk/test/support/import-without.ts';
import type { openLedger } from '../../src/ledger/sqlite/open-ledger.ts';
import type { run } from '../../src/run.ts';

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

/** A run without a safeguard. @param code its text in the file, which occurs there once @param instead what is there then */
export async function runWithout(file: string, code: string, instead = ''): Promise<typeof run> {
  const safeguard = { file: source(file), code, instead };
  return (await importWithout<{ run: typeof run }>(source('run.ts'), safeguard)).run;
}

/** The same for the ledger. */
export async function openLedgerWithout(
  file: string,
  code: string,
  instead = '',
): Promise<typeof openLedger> {
  const safeguard = { file: source(file), code, instead };
  const module = source('ledger/sqlite/open-ledger.ts');
  return (await importWithout<{ openLedger: typeof openLedger }>(module, safeguard)).openLedger;
}

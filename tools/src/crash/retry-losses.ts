import type { Ending } from '../processes/command-process.ts';
import { type ImporterOptions, runImporter } from './importer.ts';

/** More attempts than ever needed. */
const RETRIES = 5;

/**
 * Runs the command that the importer recommends at its end. A record that is sent alone and meets a fault at each attempt stays
 * failed or unresolved until `retry`, and a run stops when the only record of its kind is refused.
 */
export async function retryLosses(importer: ImporterOptions, ending: Ending): Promise<Ending> {
  let last = ending;
  for (let retries = 0; hasLosses(last) && retries < RETRIES; retries++)
    last = await runImporter({ ...importer, command: 'retry' });
  return last;
}

function hasLosses({ status, said }: Ending): boolean {
  return status === 1 || (status === 3 && said.includes('"code":"too-many-failures"'));
}

import { type Ending, type ImporterOptions, runImporter } from './importer.ts';

/** More than chance would ever ask for. */
const RETRIES = 5;

/**
 * Does what the importer advises at its end: a record that travels alone, and meets a fault at each of its attempts, is
 * given up as failed or unresolved until somebody retries.
 */
export async function retryLosses(importer: ImporterOptions, ending: Ending): Promise<Ending> {
  let last = ending;
  for (let retries = 0; last.status === 1 && retries < RETRIES; retries++)
    last = await runImporter({ ...importer, command: 'retry' });
  return last;
}

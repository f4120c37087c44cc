import { existsSync } from 'node:fs';
import { Refusal } from '../terms/refusal.ts';

/** A job that is named without a store is a folder. @param otherwise what else could be meant @throws {Refusal} */
export function folderOf(
  name: string,
  { job }: { readonly job?: string },
  otherwise: string,
): string {
  if (!existsSync(name))
    throw new Refusal(`There is no job folder '${name}'.`, `Name one that exists. ${otherwise}`);
  if (job !== undefined)
    throw new Refusal(`The job folder is given twice: ${name}, and --job ${job}.`, 'Give one.');
  return name;
}

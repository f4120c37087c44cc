import type { Kind } from '@chatferry/contract';
import { recogniseFile } from '@chatferry/parsers';
import type { Table } from '../sampling/table.ts';

/** What a file without names of columns is called after: the user only has to name them. */
export function kindByName({ label, when, columns }: Table): Kind | undefined {
  if (when !== undefined || !columns.every(({ name }) => /^column\d+$/.test(name)))
    return undefined;
  return recogniseFile(`${label}.csv`)?.kind;
}

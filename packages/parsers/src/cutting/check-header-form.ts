import { InputError } from '../terms/input-error.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';

/**
 * Refuses a mapping that does not state the source of the column names: a first row that is taken for a header would be lost.
 *
 * @throws {InputError}
 */
export function checkHeaderForm({ header, fields }: KindMapping = {}, file: string): void {
  if (header === false && fields === undefined)
    throw new InputError(
      'missing-column',
      'has no header, and the configuration does not name its columns.',
      { file },
      { fix: 'Name them in their order: fields: [uid, name].' },
    );
  if (header !== false && fields !== undefined)
    throw new InputError(
      'unknown-column',
      'has columns that are named by its header and by fields in the configuration.',
      { file },
      {
        fix: 'Set header: false if the file begins with its first row. If it has a header, rename columns under columns instead.',
      },
    );
}

import { type Kind, kinds } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';

/** The names that mappings give to groups without one. */
export function groupNamesIn(
  mappings: readonly { readonly kind: Kind; readonly mapping: KindMapping }[],
): readonly string[] {
  const given = mappings
    .filter(({ kind }) => kinds[kind].hasMembers === true)
    .flatMap(({ mapping: { constants, convert } }) => [
      constants?.['name'],
      convert?.['name']?.default,
    ]);
  return [...new Set(given)].filter((name) => typeof name === 'string');
}

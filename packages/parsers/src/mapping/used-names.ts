import { fields, type Kind, kinds } from '@chatferry/contract';
import { targetsOf } from './targets.ts';
import type { KindMapping } from './kind-mapping.ts';
import { sourceNames } from './read-columns.ts';
import { rootOf } from './source-path.ts';

/** The columns that a mapping reads or ignores, and all names of fields of the kind. */
export function usedNames(kind: Kind, mapping: KindMapping): string[] {
  return [
    ...sourceNames(mapping).flatMap((name) => [name, rootOf(name) ?? name]),
    ...(mapping.ignore ?? []),
    ...Object.keys(fields[kind]),
    ...Object.keys(kinds[kind].shorthands ?? {}),
  ];
}

/** A mapping that also ignores the given columns, except columns with the name of a field of the kind. */
export function ignoring(kind: Kind, mapping: KindMapping, names: readonly string[]): KindMapping {
  const others = names.filter((name) => targetsOf(kind, name, {}) === undefined);
  return others.length === 0
    ? mapping
    : { ...mapping, ignore: [...new Set([...(mapping.ignore ?? []), ...others])] };
}

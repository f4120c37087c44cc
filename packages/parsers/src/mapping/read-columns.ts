import { type Kind, kinds } from '@chatferry/contract';
import { CREATED, UPDATED } from './document-keys.ts';
import { pathOf, type FieldTarget, targetsOf } from './targets.ts';
import { namesReadBy, sourcesOf } from './convert-rule.ts';
import type { KindMapping } from './kind-mapping.ts';
import { isPathPart } from './path-part.ts';
import { isPattern, namesOfRows } from './rows-path.ts';
import { isPath, rootOf } from './source-path.ts';
import { OWN_VALUE } from './source-row.ts';

/** A column, a path or a rule, and the fields that it fills. */
export interface ReadColumn {
  readonly name: string;
  /** Empty for a column that is not carried over; undefined for a column that is not a field of the kind. */
  readonly targets: readonly FieldTarget[] | undefined;
}

/** Whether rows have to go through `RowMapping`. @param header of CSV; undefined for JSON */
export function needsRowMapping(
  { columns = {}, nested, rows, when, only, convert, transform }: KindMapping,
  header: readonly string[] | undefined,
): boolean {
  return (
    transform !== undefined ||
    nested !== undefined ||
    isPattern(rows) ||
    when !== undefined ||
    only !== undefined ||
    convert !== undefined ||
    Object.keys(columns).some(
      (name) => (isPath(name) || isPathPart(name)) && header?.includes(name) !== true,
    ) ||
    Object.values(columns)
      .flat()
      .some((field) => field.startsWith('data.attachments'))
  );
}

/** The columns of a CSV file, the paths that lead into them, and the fields that rules make. */
export function readColumns(
  kind: Kind,
  header: readonly string[],
  mapping: KindMapping,
): ReadColumn[] {
  const { columns = {} } = mapping;
  const consumed = consumedColumns(kind, mapping);
  const made = madeFields(kind, mapping);
  const others = Object.keys(columns).filter((name) => !header.includes(name));
  const paths = others.filter((name) => isPathPart(name) || header.includes(rootOf(name) ?? ''));
  return [
    ...header.map((name) => ({
      name,
      targets:
        consumed.has(name) || (!Object.hasOwn(columns, name) && isMade(kind, name, made))
          ? []
          : targetsOf(kind, name, mapping),
    })),
    ...paths.map((name) => ({ name, targets: targetsOf(kind, name, mapping) })),
    ...[...made].map((field) => ({ name: field, targets: targetsOf(kind, field, {}) })),
  ];
}

/** Fields whose values a rule makes from other columns, by their names in the record: `data.text`. */
export function madeFields(kind: Kind, { convert = {} }: KindMapping): ReadonlySet<string> {
  const made = Object.entries(convert).filter(([, rule]) => sourcesOf(rule).length > 0);
  return new Set(made.map(([field]) => pathOf(kind, field).join('.')));
}

/** Whether the kind's ids, which no other kind uses, are made from columns. */
export function numbersRepeats(kind: Kind, { convert }: KindMapping): boolean {
  const { key, hasFreeIds } = kinds[kind];
  return hasFreeIds === true && convert?.[key]?.hash !== undefined;
}

/** Fields that are never empty. */
export function fieldsWithDefault({ convert = {} }: KindMapping): string[] {
  return Object.keys(convert).filter((field) => convert[field]!.default !== undefined);
}

/** Whether the field of a column's own name is made by a rule. */
export function isMade(kind: Kind, name: string, made: ReadonlySet<string>): boolean {
  return made.has(pathOf(kind, name).join('.'));
}

/**
 * Columns that only paths, filters and rules read, and keys of the path of rows: they are not fields, and need no entry of their own. Columns of
 * `when` distinguish kinds, and are carried over only where `columns` names them, although they may have the name of a field, such as `type`.
 */
export function consumedColumns(kind: Kind, mapping: KindMapping): ReadonlySet<string> {
  const { columns = {}, when = {} } = mapping;
  const named = sourceNames(mapping).flatMap((name) => [name, rootOf(name) ?? name]);
  const inPath = isPattern(mapping.rows)
    ? [...namesOfRows(mapping.rows), OWN_VALUE, CREATED, UPDATED]
    : [];
  return new Set(
    [...named, ...inPath].filter(
      (name) =>
        !Object.hasOwn(columns, name) &&
        (Object.hasOwn(when, name) || targetsOf(kind, name, {}) === undefined),
    ),
  );
}

/** The columns of a header, and the paths of the mapping that lead into them. */
export function reachableNames(header: readonly string[], mapping: KindMapping): string[] {
  const paths = sourceNames(mapping).filter(
    (name) => isPathPart(name) || header.includes(rootOf(name) ?? ''),
  );
  return [...new Set([...header, ...paths])];
}

/** Whether rows are read together with parts of the path of their file. */
export function readsFilePath(mapping: KindMapping): boolean {
  return sourceNames(mapping).some(isPathPart);
}

/** All columns and paths that a mapping names to read from. */
export function sourceNames({
  columns = {},
  nested = [],
  when = {},
  only = {},
  convert = {},
}: KindMapping): string[] {
  return [
    ...Object.keys(columns),
    ...[nested].flat(),
    ...Object.keys(when),
    ...Object.keys(only),
    ...Object.values(convert).flatMap((rule) => namesReadBy(rule)),
  ];
}

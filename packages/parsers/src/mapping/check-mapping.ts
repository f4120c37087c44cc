import { type Kind, nearestName } from '@chatferry/contract';
import { keyOfEach } from './attachment-field.ts';
import { type ConvertRule, namesReadBy, sourcesOf } from './convert-rule.ts';
import type { KindMapping } from './kind-mapping.ts';
import { isPath, rootOf } from './source-path.ts';
import { nearestField, shown } from './names.ts';
import { fieldsOfColumn, pathOf, targetsOf } from './targets.ts';

/** A name in a mapping that no file or kind has. */
export interface MappingFault {
  /** A warning if no field is lost: a column to ignore, or a field that another column fills. */
  readonly severity: 'error' | 'warning';
  readonly key: 'columns' | 'nested' | 'when' | 'only' | 'convert' | 'ignore' | 'constants';
  /** The name under the key. */
  readonly name: string;
  /** One sentence, and the name that was probably intended. */
  readonly message: string;
}

/**
 * Checks a mapping against its files. Without the check, a misspelt column name would only show as a
 * missing field in the records.
 *
 * @param headers of all these files, with the paths that lead into their columns; undefined when any file has no header, as in JSON,
 * where any row may have any key
 * @param areRead whether `headers` are not headers but the names that rows had, and so may lack rare names
 */
export function checkMapping(
  kind: Kind,
  mapping: KindMapping,
  headers: readonly (readonly string[])[] | undefined,
  areRead = false,
): MappingFault[] {
  const { columns = {}, when = {}, only = {}, convert = {}, ignore = [] } = mapping;
  const nested = [mapping.nested ?? []].flat();
  const noFields = [...unknownFields(kind, mapping), ...rulesOfEach(mapping)];
  if (headers === undefined) return noFields;

  const present = [...new Set(headers.flat())];
  const filled = new Set(
    headers
      .flat()
      .flatMap((column) => targetsOf(kind, column, mapping) ?? [])
      .map(({ field }) => field),
  );
  const absent = (name: string): boolean => !present.includes(name);
  const isFilled = (column: string): boolean =>
    fieldsOfColumn(column, mapping)
      .flatMap((field) => targetsOf(kind, field, {}) ?? [])
      .every(({ field }) => filled.has(field));
  const isFilledAround = (path: readonly string[]): boolean =>
    path.some((_, index) => filled.has(path.slice(0, index + 1).join('.')));
  const inHeader =
    headers.length === 1 ? 'the file has no column' : 'none of the files has a column';
  const nowhere = areRead ? 'no row that is read has a column' : inHeader;
  const fault = (
    key: MappingFault['key'],
    name: string,
    severity: MappingFault['severity'],
  ): MappingFault => ({
    severity,
    key,
    name,
    message: `${nowhere} ${shown(name)}.${meant(nearestName(name, present))}`,
  });
  return [
    ...noFields,
    ...Object.keys(columns)
      .filter(absent)
      .map((name) => fault('columns', name, isFilled(name) ? 'warning' : 'error')),
    ...nested.filter(absent).map((name) => fault('nested', name, 'warning')),
    ...(areRead ? [] : Object.keys(when))
      .filter(absent)
      .map((name) => fault('when', name, 'error')),
    ...Object.keys(only)
      .filter(absent)
      .map((name) => fault('only', name, areRead ? 'warning' : 'error')),
    ...Object.values(convert)
      .flatMap((rule) => namesReadBy(rule))
      .filter(absent)
      .map((name) => fault('convert', name, 'error')),
    ...Object.entries(convert)
      .filter(([field, rule]) => !hasValue(rule) && !isFilledAround(pathOf(kind, field)))
      .map(([name]): MappingFault => {
        const message = `no column is read into ${shown(name)}, so that there is nothing to convert.`;
        return { severity: 'warning', key: 'convert', name, message };
      }),
    ...ignore
      .filter((name) => absent(name) && !leadsElsewhere(name, mapping, present))
      .map((name) => fault('ignore', name, 'warning')),
  ];
}

/** Fields that the kind does not have. */
function unknownFields(kind: Kind, mapping: KindMapping): MappingFault[] {
  const { columns = {}, convert = {}, constants = {} } = mapping;
  const noField = (key: MappingFault['key'], name: string, field: string): MappingFault[] => {
    if (targetsOf(kind, field, {}) !== undefined) return [];
    const what = key === 'columns' ? `${shown(name)} becomes ${shown(field)}, which` : shown(name);
    const message = `${what} is not a field of ${kind}.${meant(nearestField(kind, field))}`;
    return [{ severity: 'error', key, name, message }];
  };
  return [
    ...Object.keys(columns).flatMap((column) =>
      fieldsOfColumn(column, mapping).flatMap((field) => noField('columns', column, field)),
    ),
    ...Object.keys(constants).flatMap((field) => noField('constants', field, field)),
    ...Object.keys(convert).flatMap((field) => noField('convert', field, field)),
  ];
}

/** Rules of each attachment that give them no values: only the rows of another file are as many as the attachments. */
function rulesOfEach({ convert = {} }: KindMapping): MappingFault[] {
  return Object.entries(convert).flatMap(([name, rule]): MappingFault[] => {
    const isOfOne =
      rule.default !== undefined ||
      (rule.lookup === undefined ? sourcesOf(rule).length > 0 : rule.than !== undefined);
    if (keyOfEach(name) === undefined || !isOfOne) return [];
    const message = `${shown(name)} is of each attachment, whose values come from a list under columns, or from lookup, key and take, without default and than.`;
    return [{ severity: 'error', key: 'convert', name, message }];
  });
}

/** Whether a name leads into a column, or out of rows in a document: no header contains such a name. */
function leadsElsewhere(name: string, { rows }: KindMapping, present: readonly string[]): boolean {
  return rows !== undefined || (isPath(name) && present.includes(rootOf(name) ?? ''));
}

/** Whether a rule gives a field a value that does not come from the field's own column. */
function hasValue(rule: ConvertRule): boolean {
  return rule.default !== undefined || namesReadBy(rule).length > 0;
}

function meant(guess: string | undefined): string {
  return guess === undefined ? '' : ` Did you mean ${shown(guess)}?`;
}

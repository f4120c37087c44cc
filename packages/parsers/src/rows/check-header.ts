import { fields, type Kind, kinds } from '@chatferry/contract';
import { InputError } from '../terms/input-error.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { nearestField, quoted, shown } from '../mapping/names.ts';
import { fieldsWithDefault, readColumns } from '../mapping/read-columns.ts';
import { fieldsOfColumn, pathOf, type FieldTarget, targetsOf } from '../mapping/targets.ts';

/**
 * Checks the header of a CSV file against the fields of its kind.
 *
 * @param groupsMayLackNames whether groups without a name are named by their ids
 * @throws {InputError} for columns that are not fields, two columns for one field, and required fields without a column
 */
export function checkHeader(
  kind: Kind,
  header: readonly string[],
  mapping: KindMapping,
  file: string,
  line: number,
  groupsMayLackNames = false,
): void {
  const columns = readColumns(kind, header, mapping);

  const unknown = columns.filter(({ targets }) => targets === undefined).map(({ name }) => name);
  for (const name of unknown)
    if (isRenamed(name, mapping)) throw renamedToNothing(kind, name, mapping, { file, line });
  if (unknown.length > 0) throw unknownColumn(kind, unknown, { file, line });

  const taken = new Map<string, string>();
  for (const { name, targets } of columns)
    for (const { field } of targets!) {
      const other = taken.get(field);
      if (other !== undefined) throw twice(field, other, name, mapping, { file, line });
      taken.set(field, name);
    }

  const missing = missingFields(
    kind,
    columns.flatMap(({ targets }) => targets!),
    mapping,
  ).filter((name) => !(groupsMayLackNames && kinds[kind].hasMembers === true && name === 'name'));
  if (missing.length > 0) throw missingColumn(kind, missing, { file, line });
}

interface Place {
  readonly file: string;
  readonly line: number;
}

function unknownColumn(kind: Kind, unknown: readonly string[], place: Place): InputError {
  const [first] = unknown as [string];
  const guess = nearestField(kind, first);
  const named = unknown.map(shown).join(', ');
  const meant = guess === undefined ? '' : ` Did you mean ${guess}?`;
  return new InputError(
    'unknown-column',
    unknown.length === 1
      ? `the column ${named} is not a field of ${kind}.${meant}`
      : `the columns ${named} are not fields of ${kind}.${meant === '' ? '' : ` For ${shown(first)}, did you mean ${guess}?`}`,
    { ...place, column: first },
    {
      fix: `In the configuration of ${kind}, rename the column, as in columns: { ${quoted(first)}: ${guess ?? 'FIELD'} }, or ignore it: ignore: [${unknown.map(quoted).join(', ')}].`,
    },
  );
}

function isRenamed(name: string, { columns }: KindMapping): boolean {
  return columns !== undefined && Object.hasOwn(columns, name);
}

function renamedToNothing(
  kind: Kind,
  name: string,
  mapping: KindMapping,
  place: Place,
): InputError {
  const wrong = fieldsOfColumn(name, mapping).find(
    (field) => targetsOf(kind, field, {}) === undefined,
  )!;
  const guess = nearestField(kind, wrong);
  return new InputError(
    'unknown-column',
    `the column ${shown(name)} is renamed to ${quoted(wrong)}, which is not a field of ${kind}.${guess === undefined ? '' : ` Did you mean ${guess}?`}`,
    { ...place, column: name },
    {
      fix: `In the configuration of ${kind}, name a field, as in columns: { ${quoted(name)}: ${guess ?? 'FIELD'} }, or ignore the column: ignore: [${quoted(name)}].`,
    },
  );
}

function twice(
  field: string,
  one: string,
  other: string,
  mapping: KindMapping,
  place: Place,
): InputError {
  // A renamed column is read, although it is ignored.
  const spare = isRenamed(other, mapping) && !isRenamed(one, mapping) ? one : other;
  const what = isRenamed(spare, mapping)
    ? 'remove one of them from columns, and ignore it'
    : 'ignore one of them';
  return new InputError(
    'duplicate-column',
    one === other
      ? `two columns are called ${shown(one)}.`
      : `the columns ${shown(one)} and ${shown(other)} are both for ${field}.`,
    { ...place, column: other },
    {
      fix:
        one === other
          ? `Give one of them another name in the first line of the file, such as ${shown(`${one}_2`)}, and ignore that one: ignore: [${quoted(`${one}_2`)}].`
          : `In the configuration, ${what}: ignore: [${quoted(spare)}].`,
    },
  );
}

function missingFields(
  kind: Kind,
  targets: readonly FieldTarget[],
  mapping: KindMapping,
): string[] {
  const covered = new Set([
    ...targets.map(({ path }) => path[0]),
    ...[...Object.keys(mapping.constants ?? {}), ...fieldsWithDefault(mapping)].map(
      (field) => pathOf(kind, field)[0],
    ),
  ]);
  return Object.entries(fields[kind])
    .filter(([name, { required }]) => required && !covered.has(name))
    .map(([name]) => name);
}

function missingColumn(kind: Kind, missing: readonly string[], place: Place): InputError {
  const [first] = missing as [string];
  const shorthandOf = (field: string): string | undefined =>
    Object.entries(kinds[kind].shorthands ?? {}).find(([, path]) => path[0] === field)?.[0];
  const named = missing.map((name) => [shorthandOf(name), name].filter(Boolean).join(' or '));
  return new InputError(
    'missing-column',
    `there is no column for ${named.join(', ')}, which every record of ${kind} needs.`,
    { ...place, column: first },
    {
      fix: `Add the column, or name the one that holds it in the configuration of ${kind}: columns: { YOUR_COLUMN: ${shorthandOf(first) ?? first} }.${kinds[kind].constants?.includes(first) === true ? ` Where it is the same for all rows: constants: { ${first}: VALUE }.` : ''}`,
    },
  );
}

import { type Kind, kinds } from '@chatferry/contract';
import { InputError } from '../terms/input-error.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import type { TimeForm } from '../times/time-form.ts';
import { type LikelyForm, likelyForm } from '../times/likely-form.ts';
import { fieldsOfColumn, isIgnored } from '../mapping/targets.ts';

/**
 * Checks the first rows of a file for a time column in a form other than the declared one, so that the result is one error with a fix
 * instead of one problem for each row.
 *
 * @param rows with the names and values of the file
 * @throws {InputError} `wrong-unit`
 */
export function checkTimes(
  kind: Kind,
  rows: readonly Readonly<Record<string, unknown>>[],
  mapping: KindMapping,
  file: string,
): void {
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  for (const column of columns)
    for (const field of fieldsOfColumn(column, mapping)) {
      if (!isTime(kind, field) || isIgnored(column, mapping)) continue;
      const values = rows
        .map((row) => row[column])
        .filter((value) => value !== undefined && value !== null && value !== '');
      const { times, zone } = mapping;
      const declared = times?.[field];
      const own = typeof declared === 'object' ? declared.zone : undefined;
      const likely = likelyForm(values, declared, own ?? zone);
      if (likely === undefined) continue;
      const { found, setting } = wordsFor(String(values[0]), declared, likely);
      throw new InputError(
        'wrong-unit',
        `${field} ${found}.`,
        { file, column },
        { fix: `In the configuration of ${kind}, set ${setting(field)}.` },
      );
    }
}

const ZONE = 'zone to that of the system the file comes from, as in zone: Europe/Berlin';

/** The finding about a column with this value, and the setting for its field. */
function wordsFor(
  value: string,
  declared: TimeForm | undefined,
  { form, needsZone }: LikelyForm,
): { readonly found: string; readonly setting: (field: string) => string } {
  if (form === declared && needsZone)
    return {
      found: `is declared as ${nameOf(form)}, and its values, such as ${value}, have no zone`,
      setting: () => ZONE,
    };
  const readAs =
    declared === undefined
      ? 'is not declared, so it is read as UNIX seconds or ISO 8601'
      : `is declared as ${nameOf(declared)}`;
  return {
    found: `${readAs}, but its values, such as ${value}, look like ${nameOf(form)}${needsZone ? ' without a zone' : ''}`,
    setting: (field) => `times: { ${field}: ${nameOf(form)} }${needsZone ? `, and ${ZONE}` : ''}`,
  };
}

function nameOf(form: TimeForm): string {
  return typeof form === 'object' ? form.format : form;
}

function isTime(kind: Kind, field: string): boolean {
  return kinds[kind].times.includes(field);
}

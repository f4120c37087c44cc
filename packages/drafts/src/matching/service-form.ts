import { fields, type InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { spokenTruthOf } from '@chatferry/parsers';
import { valueMapOf, wordsOf } from '../words/enum-values.ts';
import type { Table } from '../tables/table.ts';

/** Minimum share of the rows whose values must be in the service's form: exports contain a few wrong ones. */
const MOST = 0.9;

/**
 * Whether rows are in the form of the service: all of their columns are fields of the kind, and the values are written as the service
 * writes them. Such rows are read unchanged, and need no mapping.
 */
export function isInServiceForm(
  kind: InputKind,
  { columns, rows, when }: Pick<Table, 'columns' | 'rows' | 'when'>,
): boolean {
  if (when !== undefined || (rows !== undefined && rows !== '')) return false;
  const roots = new Set(columns.map(({ root }) => root?.split('.', 1)[0]));
  const needed = Object.entries(fields[kind]).filter(([, { required }]) => required);
  return (
    needed.every(([name]) => roots.has(name)) &&
    columns.every((column) => isOwnField(kind, column) && holdsOwnValues(kind, column))
  );
}

/** Whether a column has the name of a field of the kind, or of a key inside of a field. */
export function isOwnField(kind: InputKind, { name, root }: Column): boolean {
  return root !== undefined && Object.hasOwn(fields[kind], name.split(/[.[]/, 1)[0]!);
}

function holdsOwnValues(kind: InputKind, { name, facts, hasNumbers }: Column): boolean {
  if (facts.filled === 0) return true;
  const type = fields[kind][name]?.type;
  if (type === 'time') return isOwnTime(facts);
  if (type === 'text' && hasNumbers) return false;
  const words = wordsOf(kind, name);
  const isOwn = (value: string): boolean => {
    if (type === 'boolean')
      return ['true', 'false', '0', '1'].includes(value) || spokenTruthOf(value) === undefined;
    const meant = words === undefined ? value : valueMapOf(words, [value]).values[value];
    return meant === value || (meant === undefined && words === 'messageType'); // types that the app defines
  };
  const own = [...facts.values].reduce((sum, [value, rows]) => sum + (isOwn(value) ? rows : 0), 0);
  return own >= facts.filled * MOST;
}

/** Whether times are UNIX seconds, or ISO texts with a zone. A few times of another form are errors of the export. */
function isOwnTime({ time, values, filled }: Column['facts']): boolean {
  if (time?.form !== 'mixed') return time?.form === undefined && time?.hasZone === true;
  const seconds = [...values].reduce(
    (sum, [text, rows]) => sum + (/^\d{10}$/.test(text) ? rows : 0),
    0,
  );
  return seconds >= filled * MOST;
}

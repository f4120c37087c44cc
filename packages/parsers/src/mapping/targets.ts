import { fields, type FieldType, type Kind, kinds } from '@chatferry/contract';
import type { KindMapping } from './kind-mapping.ts';
import { type TimeReader, timeReader } from '../times/time-reader.ts';

/** A field that a column fills. */
export interface FieldTarget {
  /** The field as the configuration writes it: `uid`, `data.text`. */
  readonly field: string;
  readonly path: readonly string[];
  readonly type: FieldType;
  /** Set for a time of the record itself. */
  readonly time?: TimeReader;
  /** Whether records are ordered by the field. */
  readonly isOrder?: boolean;
}

/** Columns that chatferry adds when it writes failed rows; the next run ignores them. */
export const OWN_COLUMN_PREFIX = 'chatferry_';

/**
 * The fields that a column fills.
 * @returns an empty list for a column to ignore; undefined for a column that is not a field of the kind
 */
export function targetsOf(
  kind: Kind,
  column: string,
  mapping: KindMapping,
): readonly FieldTarget[] | undefined {
  if (isIgnored(column, mapping)) return [];
  const targets = fieldsOfColumn(column, mapping).map((field) => targetOf(kind, field, mapping));
  return targets.includes(undefined) ? undefined : (targets as FieldTarget[]);
}

/** Whether a column is ignored. A column that `columns` names is read, whatever `ignore` lists. */
export function isIgnored(column: string, { columns, ignore }: KindMapping): boolean {
  if (column.startsWith(OWN_COLUMN_PREFIX)) return true;
  return (
    ignore?.includes(column) === true && (columns === undefined || !Object.hasOwn(columns, column))
  );
}

export function fieldsOfColumn(column: string, { columns }: KindMapping): readonly string[] {
  const named = columns !== undefined && Object.hasOwn(columns, column) ? columns[column] : column;
  return typeof named === 'string' ? [named] : named!;
}

/** The path in the record that a column fills: a message's `text` is short for `data.text`. */
export function pathOf(kind: Kind, field: string): readonly string[] {
  return kinds[kind].shorthands?.[field] ?? field.split('.');
}

/** @returns undefined for a name that is not a field of the kind */
export function targetOf(kind: Kind, field: string, mapping: KindMapping): FieldTarget | undefined {
  const path = pathOf(kind, field);
  const type = typeAt(kind, path);
  if (type === undefined) return undefined;
  const ownTime = kinds[kind].times.includes(field);
  return {
    field: path.join('.'),
    path,
    type,
    ...(ownTime ? timeTarget(kind, field, mapping) : {}),
  };
}

const textsInside: readonly string[] = ['data.text', 'data.metadata.parentMuid'];

/** Whether a field contains an id or another text of the record, or of a user or group inside it. A number in JSON becomes a text there. */
export function holdsText(kind: Kind, path: readonly string[]): boolean {
  const isInline = path.length === 2 && kinds[kind].inlineRecords?.[path[0]!] !== undefined;
  const isOwn = path.length === 1 || isInline || textsInside.includes(path.join('.'));
  return isOwn && typeAt(kind, path) === 'text';
}

/** The reader of a time of the record itself. */
export function timeTarget(
  kind: Kind,
  field: string,
  { times, zone }: KindMapping,
): Pick<FieldTarget, 'time' | 'isOrder'> {
  const { lanes, time } = kinds[kind];
  const isOrdered = lanes === 'conversation' || lanes === 'message';
  return { time: timeReader(times?.[field], zone), isOrder: isOrdered && field === time };
}

const dataFields: Readonly<Record<string, FieldType>> = {
  text: 'text',
  attachments: 'json',
  customData: 'json',
  metadata: 'json',
};

/** Whether a path into the attachments names neither one attachment by its position nor each of them. */
function isNoAttachment([list, position, ...key]: readonly string[]): boolean {
  if (list === EACH_ATTACHMENT) return position === undefined || key.length > 0;
  const isPart = list === 'attachments' && position !== undefined;
  return isPart && (!/^\d+$/.test(position) || key.length === 0);
}

const EACH_ATTACHMENT = 'attachments[*]';

/** The type of the field at this path of the record; undefined when there is no such field. */
function typeAt(kind: Kind, [name, ...inside]: readonly string[]): FieldType | undefined {
  const outer = fields[kind][name!]?.type;
  if (inside.length === 0 || outer !== 'json') return inside.length === 0 ? outer : undefined;
  if (name === 'data' && isNoAttachment(inside)) return undefined;
  if (inside.length > 1) return 'text';
  if (name === 'data') return dataFields[inside[0]!] ?? 'text';
  const of = kinds[kind].inlineRecords?.[name!];
  if (of === undefined) return name === 'mentionedUserDetails' ? undefined : 'text';
  const type = fields[of][inside[0]!]?.type;
  return type === 'time' ? 'text' : type; // Quoted numbers are converted when the row is complete.
}

/** The target for a key that is not a field of the kind; the judge reports the key. */
export function unknownTarget(kind: Kind, name: string): FieldTarget {
  const path = pathOf(kind, name);
  return { field: path.join('.'), path, type: 'json' };
}

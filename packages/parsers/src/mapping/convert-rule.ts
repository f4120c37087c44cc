import { z } from 'zod';
import { markup } from '../markup/plain-text.ts';
import { keyOfEach } from './attachment-field.ts';

/** Matches any value that `values` does not list. */
export const ANY = '*';

const source = z.string().min(1);

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The source of a field's value, if it is not the column of that name, and the conversions of the value, in this order. */
export const convertRule = z
  .strictObject({
    /** Columns or paths whose values are joined, with `with` between them. Empty values are left out. */
    join: z.array(source).min(2).optional(),
    with: z.string().optional().describe('The text between the values of join. Default: a space.'),
    /** Columns or paths of which the first value that is not empty is read. */
    first: z.array(source).min(2).optional(),
    /** A text with columns or paths in braces: `{first} {last}`. */
    template: z.string().min(1).optional(),
    /** Columns or paths from which an id is made. */
    hash: z.array(source).min(1).optional(),
    /** A column or path with both members of a conversation, or two columns with one member each. The member who is not `than` is read. */
    other: z.union([source, z.array(source).length(2)]).optional(),
    than: source.optional(),
    /** The path of another file. The value of `take` is read in the row of that file whose `by` equals this row's `key`. */
    lookup: source.optional(),
    /** The place of the rows in that file, if it is a JSON document with several lists. */
    rows: source.optional(),
    /** A column of this row. */
    key: source.optional(),
    /** A column of the other file. Default: `id`. */
    by: source.optional(),
    /** A column or path of the other file. */
    take: source.optional(),
    /** Converts a number, a boolean or any other JSON to text, as it is written. */
    as: z.literal('text').optional(),
    /** A regular expression whose first group is kept. Rows whose value does not match are rejected. */
    match: z
      .string()
      .refine(hasGroup, 'must be a regular expression with a group, as in ^room-(.+)$')
      .optional(),
    /** Text → its replacement, wherever the text occurs in the value. */
    replace: z.record(z.string().min(1), z.string()).optional(),
    /** Repairs texts that were written as UTF-8 and read as this encoding, as in `ZoÃ«`. Other texts stay unchanged. */
    repair: z.enum(['latin1', 'cp1252']).optional(),
    /** Value of the source → value of the field; `*` matches any other value that is not empty. */
    values: z.record(z.string(), scalar).optional(),
    /** The markup of the text. The plain text is kept. */
    markup: markup.optional(),
    /** Put before a value that is not empty. */
    prefix: z.string().min(1).optional(),
    /** The address that relative addresses start from. */
    base: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://forum.example.org/' })
      .optional(),
    /** A column or path with a push id of the Realtime Database. Its time fills the field in rows that leave it empty. */
    pushTime: source.optional(),
    /** The value for rows that leave the field empty. */
    default: z.json().optional(),
  })
  .refine(
    ({ join, first, template, hash, other, lookup }) =>
      [join, first, template, hash, other, lookup].filter((each) => each !== undefined).length <= 1,
    'has more than one of join, first, template, hash, other and lookup',
  )
  .refine(
    ({ lookup, key, take }) =>
      (lookup === undefined) === (key === undefined) &&
      (lookup === undefined) === (take === undefined),
    'needs lookup, key and take together: the file, the column of this row, and what is read of the other one',
  )
  .refine(
    ({ lookup, rows, by }) => lookup !== undefined || (rows === undefined && by === undefined),
    'has rows or by, which belong to lookup',
  )
  .refine(
    ({ join, other, lookup, than, with: between }) =>
      between === undefined ||
      join !== undefined ||
      other !== undefined ||
      (lookup !== undefined && than !== undefined),
    'has a with, which belongs to join or to than',
  )
  .refine(
    ({ other, lookup, than }) =>
      than === undefined ? other === undefined : other !== undefined || lookup !== undefined,
    'needs both other and than, or lookup and than: the members, and the one who is known',
  );

export type ConvertRule = z.infer<typeof convertRule>;

/** The key column of the other file, for a rule that names none. */
export const DEFAULT_LOOKUP_KEY = 'id';

/** A name for the values that the rule of a field reads from another file: rules with the same name share a table. */
export function lookupName(
  field: string,
  { lookup, rows, by = DEFAULT_LOOKUP_KEY, take }: ConvertRule,
): string {
  return JSON.stringify([lookup, rows ?? null, by, take, keyOfEach(field) !== undefined]);
}

/** The columns and paths that a rule reads. */
export function namesReadBy(rule: ConvertRule): readonly string[] {
  return rule.pushTime === undefined ? sourcesOf(rule) : [...sourcesOf(rule), rule.pushTime];
}

/** The columns and paths from which a rule makes the value, instead of the field's own column. */
export function sourcesOf({
  join,
  first,
  hash,
  template,
  other,
  than,
  key,
}: ConvertRule): readonly string[] {
  if (key !== undefined) return than === undefined ? [key] : [key, than];
  if (other !== undefined) return [other, than!].flat();
  return join ?? first ?? hash ?? (template === undefined ? [] : namesIn(template));
}

function hasGroup(text: string): boolean {
  try {
    return new RegExp(`${text}|`).exec('')!.length > 1;
  } catch {
    return false;
  }
}

const placeholder = /\{([^{}]+)\}/g;

/** The names in the braces of a template. */
export function namesIn(template: string): string[] {
  return Array.from(template.matchAll(placeholder), ([, name]) => name!);
}

/** The template with each pair of braces replaced. */
export function filledIn(template: string, valueOf: (name: string) => string): string {
  return template.replaceAll(placeholder, (_, name: string) => valueOf(name));
}

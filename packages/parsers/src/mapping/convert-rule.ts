import { z } from 'zod';
import { markup } from '../markup/plain-text.ts';

/** Stands for any value that `values` does not list. */
export const ANY = '*';

const source = z.string().min(1);

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Where the value of a field comes from, if not from the column of that name, and what is done to it, in this order. */
export const convertRule = z
  .strictObject({
    /** Columns or paths; the values that are not empty, with `with` between them. */
    join: z.array(source).min(2).optional(),
    with: z.string().optional().describe('The text between the values of join. Default: a space.'),
    /** Columns or paths; the first value that is not empty. */
    first: z.array(source).min(2).optional(),
    /** A text with columns or paths in braces: `{first} {last}`. */
    template: z.string().min(1).optional(),
    /** Columns or paths of which an id is made. */
    hash: z.array(source).min(1).optional(),
    /** A column or path with the members of a conversation of two, of whom one is named by `than`; or two, with one each. */
    other: z.union([source, z.array(source).length(2)]).optional(),
    than: source.optional(),
    /** The path of another file, of whose row with the value of `key` as `by` the value of `take` is read. */
    lookup: source.optional(),
    /** Where the rows of that file are, if it is a JSON document with several lists. */
    rows: source.optional(),
    /** A column of this row. */
    key: source.optional(),
    /** A column of the other file. Default: `id`. */
    by: source.optional(),
    /** A column or path of the other file. */
    take: source.optional(),
    /** Makes a text of a number, a boolean or anything else in JSON, as it is written. */
    as: z.literal('text').optional(),
    /** A regular expression, of which the first group is kept. Rows whose value does not match are rejected. */
    match: z
      .string()
      .refine(hasGroup, 'must be a regular expression with a group, as in ^room-(.+)$')
      .optional(),
    /** Texts that are replaced wherever they are in the value, each by another one. */
    replace: z.record(z.string().min(1), z.string()).optional(),
    /** Repairs texts that were written as UTF-8 and read as this encoding, as in `ZoÃ«`. Others stay as they are. */
    repair: z.enum(['latin1', 'cp1252']).optional(),
    /** Value of the source → value of the field; `*` stands for any other that is not empty. */
    values: z.record(z.string(), scalar).optional(),
    /** The markup of the text, of which the plain text is kept. */
    markup: markup.optional(),
    /** Put before a value that is not empty. */
    prefix: z.string().min(1).optional(),
    /** The address that relative addresses start from. */
    base: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://forum.example.org/' })
      .optional(),
    /** A column or path with a push id of the Realtime Database: its time is that of rows that leave the field empty. */
    pushTime: source.optional(),
    /** For rows that leave the field empty. */
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

/** The column of another file that has its keys, where a rule names none. */
export const DEFAULT_LOOKUP_KEY = 'id';

/** A name for what a rule reads of another file: rules of one name share a table. */
export function lookupName({ lookup, rows, by = DEFAULT_LOOKUP_KEY, take }: ConvertRule): string {
  return JSON.stringify([lookup, rows ?? null, by, take]);
}

/** The columns and paths that a rule reads. */
export function namesReadBy(rule: ConvertRule): readonly string[] {
  return rule.pushTime === undefined ? sourcesOf(rule) : [...sourcesOf(rule), rule.pushTime];
}

/** The columns and paths of which a rule makes the value, in place of the field's own column. */
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

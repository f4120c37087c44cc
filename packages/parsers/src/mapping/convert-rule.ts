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
    /** Makes a text of a number, a boolean or anything else in JSON, as it is written. */
    as: z.literal('text').optional(),
    /** A regular expression, of which the first group is kept. Rows whose value does not match are rejected. */
    match: z
      .string()
      .refine(hasGroup, 'must be a regular expression with a group, as in ^room-(.+)$')
      .optional(),
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
    ({ join, first, template, hash, other }) =>
      [join, first, template, hash, other].filter((each) => each !== undefined).length <= 1,
    'has more than one of join, first, template, hash and other',
  )
  .refine(
    ({ join, other, with: between }) =>
      between === undefined || join !== undefined || other !== undefined,
    'has a with, which belongs to join or other',
  )
  .refine(
    ({ other, than }) => (other === undefined) === (than === undefined),
    'needs both other and than: the members, and the one who is known',
  );

export type ConvertRule = z.infer<typeof convertRule>;

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
}: ConvertRule): readonly string[] {
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

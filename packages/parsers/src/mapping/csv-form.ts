import { z } from 'zod';

/** A character that CSV gives a meaning: one byte, and no line break. */
const character = (shape: RegExp, says: string): z.ZodString => z.string().regex(shape, says);

/** The form of a CSV file, as far as it cannot be recognised. Part of `KindMapping`. */
export const csvForm = {
  /** The delimiter between cells. Without it: found in the header. */
  delimiter: character(
    /^[^"\r\n\u0080-\uffff]$/,
    'must be one character such as ; or a tab',
  ).optional(),
  /** The quote around cells; `none` where a quote is an ordinary character. Without it: `"`. */
  quote: z
    .union([
      z.literal('none'),
      character(/^[^\r\n\u0080-\uffff]$/, "must be one character such as ', or none"),
    ])
    .optional(),
  /** The form of a quote in a quoted cell; `copy` for cells without quotes, as PostgreSQL's COPY writes them. Without it: doubled. */
  escape: z.enum(['doubled', 'backslash', 'copy']).optional(),
  /** The first character of lines that are not read. */
  comment: character(/^[^"\r\n\u0080-\uffff]$/, 'must be one character such as #').optional(),
  /** The number of lines before the header, or before the first row, that are not read. */
  skipLines: z.int().min(0).optional(),
  /** `false` for a file that begins with its first row: `fields` names its columns. */
  header: z.boolean().optional(),
  /** The names of the columns of a file without a header, in their order. */
  fields: z.array(z.string().min(1)).min(1).optional(),
  /** Cells that count as empty: `\N`, `NULL`. */
  nulls: z.union([z.string(), z.array(z.string())]).optional(),
};

import { z } from 'zod';

/** A character that CSV gives a meaning: one byte, and no line break. */
const character = (shape: RegExp, says: string): z.ZodString => z.string().regex(shape, says);

/** How a CSV file is written, as far as it cannot be recognised. Part of `KindMapping`. */
export const csvForm = {
  /** What stands between the cells of a row. Without it: found in the header. */
  delimiter: character(
    /^[^"\r\n\u0080-\uffff]$/,
    'must be one character such as ; or a tab',
  ).optional(),
  /** What cells are quoted with; `none` where a quote is a character like any other. Without it: `"`. */
  quote: z
    .union([
      z.literal('none'),
      character(/^[^\r\n\u0080-\uffff]$/, "must be one character such as ', or none"),
    ])
    .optional(),
  /** How a quote in a quoted cell is written; `copy` for cells without quotes, as PostgreSQL's COPY writes them. Without it: doubled. */
  escape: z.enum(['doubled', 'backslash', 'copy']).optional(),
  /** What lines that are not read begin with. */
  comment: character(/^[^"\r\n\u0080-\uffff]$/, 'must be one character such as #').optional(),
  /** Lines before the header, or before the first row, that are not read. */
  skipLines: z.int().min(0).optional(),
  /** `false` for a file that begins with its first row: `fields` names its columns. */
  header: z.boolean().optional(),
  /** The names of the columns of a file without a header, in their order. */
  fields: z.array(z.string().min(1)).min(1).optional(),
  /** Cells that say nothing, as an empty one does: `\N`, `NULL`. */
  nulls: z.union([z.string(), z.array(z.string())]).optional(),
};

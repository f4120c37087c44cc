import { kinds, kindsInOrder } from '@chatferry/contract';
import { z } from 'zod';
import type { CodePlace } from './code-place.ts';
import { encodingOf } from '../bytes/encoding.ts';
import { condition, when } from './condition.ts';
import { convertRule } from './convert-rule.ts';
import { csvForm } from './csv-form.ts';
import { isPattern, patternFault } from './rows-path.ts';
import { isEach, isPath, parsePath } from './source-path.ts';
import { timeForm, zoneName } from '../times/time-form.ts';

/** A field of a record; a dot separates the keys of a path: `metadata.plan`. */
const fieldPath = z.string().min(1);

const innerRows = z
  .string()
  .refine(
    leadsToEach,
    'must lead to the elements of a list, as in replies[*], or to the values of an object, as in replies.*',
  );

/** The times of a record itself. Times of users and groups inside it are UNIX seconds, quoted or not. */
const times = [...new Set(kindsInOrder.flatMap((kind) => kinds[kind].times))];
const timeField = z.enum(times);

/**
 * How the rows of one kind, or of one file, become records. Part of `chatferry.yaml`; every key is optional and
 * unknown keys are refused.
 */
export const kindMapping = z.strictObject({
  /** Column of the file → field of the record, or several fields. Columns not named here keep their name. */
  columns: z.record(z.string(), z.union([fieldPath, z.array(fieldPath).min(1)])).optional(),
  /**
   * The place of the rows in a JSON document: `data.users[*]`. In an object with a key for each row: `data.users.*`. An object that is a row itself:
   * `tickets[*].opening`. In a tree of documents, with names for the keys: `chats/{guid}/messages/{muid}`. Without it: the document is a list of
   * rows.
   */
  rows: z
    .string()
    .superRefine((text, context) => {
      const message = isPattern(text) ? patternFault(text) : pathFault(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  /** The place of further rows inside of a row, at any depth: `replies[*]`, or `replies.*` for an object with a key for each row. */
  nested: z.union([innerRows, z.array(innerRows).min(1)]).optional(),
  /** Column or path → the values that rows of this kind have, in a file that also contains other rows. */
  when: when.optional(),
  /** Column or path → the values that rows must have. Other rows are filtered. */
  only: z.record(z.string().min(1), condition).optional(),
  /** Field → the source of its value, and the conversions of the value. */
  convert: z
    .record(fieldPath, convertRule)
    .superRefine((rules, context) => {
      for (const [field, { pushTime }] of Object.entries(rules))
        if (pushTime !== undefined && !times.includes(field))
          context.addIssue({
            code: 'custom',
            path: [field, 'pushTime'],
            message: `is for times: ${times.join(', ')}`,
          });
    })
    .optional(),
  /** Columns to ignore. */
  ignore: z.array(z.string()).optional(),
  /** Field → value for each row that leaves the field empty. */
  constants: z.record(fieldPath, z.json()).optional(),
  /** Field → the form of times in its column. Without it: UNIX seconds, or ISO 8601 with a zone. */
  times: z
    .partialRecord(timeField, timeForm.describe('How the column of this field writes times.'))
    .optional(),
  /** Zone of times without a zone. Without it such times are refused. */
  zone: zoneName.optional(),
  /** Separator of the tags in a CSV cell. Default: `|`. */
  tagSeparator: z.string().min(1).optional(),
  ...csvForm,
  /** A name of the WHATWG Encoding Standard such as `windows-1252`, also with other hyphens such as `latin-1`. Without it: UTF-8 or UTF-16, found in the bytes. */
  encoding: z
    .string()
    .refine((name) => encodingOf(name) !== undefined, 'must be an encoding such as windows-1252')
    .optional(),
});

function pathFault(path: string): string | undefined {
  return path !== '' && parsePath(path).up === 0
    ? undefined
    : 'must lead to the elements of a list, as in data.users[*], to the values of an object, as in data.users.*, to one object, as in tickets[*].opening, or to documents, as in users/{uid}';
}

function leadsToEach(path: string): boolean {
  return isPath(path) && isEach(parsePath(path).steps.at(-1)!);
}

/** `transform` is part of a configuration in code only. */
export type KindMapping = z.infer<typeof kindMapping> & { transform?: CodePlace };

import type { z } from 'zod';
import { byKind, type Kind, kinds } from '../kinds/kinds.ts';
import { type Accepts, acceptor } from './acceptor.ts';
import type { Row } from '../values/row.ts';
import { isSecretField } from '../values/secrets.ts';
import { type ProblemCode, problems } from '../problems/problems.ts';
import { type Problem, problem } from '../problems/problem.ts';
import { typeDetail, typeFix } from '../problems/value-types.ts';

const accepts = byKind<Accepts>((kind) => acceptor(kinds[kind].schema));

/** The problems that the schema of the kind finds in a row; undefined when there are none. */
export function schemaProblems(kind: Kind, row: Row): Problem[] | undefined {
  if (accepts[kind](row)) return undefined;
  const found = issuesOf(kind, row)?.flatMap((issue) => worded(kind, issue, row));
  if (found === undefined) return undefined;
  const ofWrongType = new Set(found.filter(isWrongType).map(({ field }) => field));
  // A value of the wrong type also breaks other rules, such as the length of a text. Only the type is reported.
  const real = found.filter((each) => isWrongType(each) || !ofWrongType.has(each.field));
  // Several rules about one value may result in the same problem.
  const byMessage = new Map(real.map((each) => [`${each.code} ${each.message}`, each]));
  const all = [...byMessage.values()];
  const own = all.filter((each) => !lacksMadeKey(kind, each));
  return own.length === 0 ? all : own;
}

/** Adds problems of other fields to the problems of a row. A field that already has a problem gets no further one. */
export function withFurther(
  kind: Kind,
  own: readonly Problem[],
  others: readonly Problem[],
): readonly Problem[] {
  if (own.length === 0) return others;
  const known = new Set(own.map(({ field }) => field));
  const isNew = (each: Problem): boolean => !known.has(each.field) && !lacksMadeKey(kind, each);
  return [...own, ...others.filter(isNew)];
}

/** Whether a problem reports a missing key that is made from other fields. These fields have problems of their own. */
function lacksMadeKey(kind: Kind, { code, field }: Problem): boolean {
  const { key, filledIn } = kinds[kind];
  return code === 'missing-field' && field === key && filledIn?.includes(key) === true;
}

/** The schema's issues with a row; undefined when the row is valid. */
function issuesOf(kind: Kind, row: Row): readonly z.core.$ZodIssue[] | undefined {
  const { schema } = kinds[kind];
  const parsed = schema.safeParse(row);
  if (parsed.success) return undefined;
  if (kind !== 'messages' || row['type'] !== undefined) return parsed.error.issues;
  // Without a type, the schema does not check the attachments, and the type follows from the attachments.
  const typed = schema.safeParse({ ...row, type: 'file' });
  const found = typed.error?.issues ?? [];
  const isOfAttachments = found.some(({ path }) => path[1] === 'attachments');
  return isOfAttachments ? found : [...parsed.error.issues, ...found];
}

function isWrongType({ code }: Problem): boolean {
  return code === 'wrong-type';
}

/** The latest time in milliseconds that ten digits of seconds can hold. */
const LATEST_MS = 9_999_999_999_999;

/** Codes that need no further detail. */
const plainCodes: ReadonlySet<ProblemCode> = new Set([
  'missing-field',
  'not-seconds',
  'milliseconds',
]);

/** Turns an issue of zod into problems. A check whose message is a problem code keeps that code. */
function worded(kind: Kind, issue: z.core.$ZodIssue, row: Row): Problem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      problem('unknown-field', {
        field: [...path, key].join('.'),
        value: valueAt(row, [...path, key]),
      }),
    );
  const value = valueAt(row, path);
  const field = path.length === 0 ? {} : { field: path.join('.') };
  const code = codeOf(issue, value);
  const detail = plainCodes.has(code) ? {} : detailOf(issue, value, isSecretField(path.join('.')));
  const fix = fixOf(kind, code, issue, path.join('.'));
  return [problem(code, { ...field, value, ...detail, fix })];
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): ProblemCode {
  const said = issue.message in problems ? (issue.message as ProblemCode) : undefined;
  if (value === undefined)
    return issue.code === 'custom' && said !== undefined && said !== 'wrong-type'
      ? said
      : 'missing-field';
  if (said === 'not-seconds' && isMilliseconds(value)) return 'milliseconds';
  if (said !== undefined) return said;
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return 'bad-value';
  return 'wrong-type';
}

function isMilliseconds(value: unknown): boolean {
  return typeof value === 'number' && value > 99_999_999_999 && value <= LATEST_MS;
}

/** A fix that names the values or the key of the configuration; undefined where the fix of the table applies. */
function fixOf(
  kind: Kind,
  code: ProblemCode,
  issue: z.core.$ZodIssue,
  field: string,
): string | undefined {
  const values = valuesOf(issue);
  const expected = expectedType(issue);
  if (code === 'wrong-type' && expected !== undefined) return typeFix(expected);
  if (code === 'bad-value' && values !== undefined)
    return `Write one of ${values.join(', ')} instead.`;
  if (code === 'bad-url') return problems[code].fix.replace('FIELD', field);
  if (code === 'bad-value')
    return 'Write another value, or leave the row out with `only`: as a part of an address, this one would lead elsewhere.';
  if (code === 'missing-field' && kinds[kind].constants?.includes(field) === true)
    return `Fill it in, name the column that holds it in the configuration, or, where it is the same for all rows, set it there: constants: { ${field}: VALUE }.`;
  return undefined;
}

/** The expected type, when the value has the wrong type. */
function expectedType(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_type') return issue.expected;
  return issue.code === 'custom' && issue.message === 'wrong-type' ? 'object' : undefined;
}

function valuesOf(issue: z.core.$ZodIssue): readonly string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  const options = issue.code === 'invalid_union' && 'options' in issue ? issue.options : undefined;
  return options?.map(String);
}

function detailOf(issue: z.core.$ZodIssue, value: unknown, isSecret: boolean): { detail?: string } {
  if (issue.code === 'invalid_value')
    return { detail: `one of ${issue.values.map(String).join(', ')}` };
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options !== undefined)
    return { detail: `one of ${issue.options.map(String).join(', ')}` };
  if (issue.code === 'custom' && issue.params?.['maximum'] !== undefined)
    return { detail: `at most ${String(issue.params['maximum'])}` };
  const expected = expectedType(issue);
  if (expected !== undefined) return { detail: typeDetail(expected, value, isSecret) };
  if (issue.code === 'too_big') return { detail: `at most ${issue.maximum}` };
  return {};
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Row)[key] : undefined),
    row,
  );
}

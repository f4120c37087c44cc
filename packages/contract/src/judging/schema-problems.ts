import type { z } from 'zod';
import { type Kind, kinds, kindsInOrder } from '../kinds.ts';
import { type Accepts, acceptor } from './acceptor.ts';
import type { Row } from './judge.ts';
import { type Problem, problem, type ProblemCode, problems } from './problems.ts';

const accepts = Object.fromEntries(
  kindsInOrder.map((kind) => [kind, acceptor(kinds[kind].schema)]),
) as Record<Kind, Accepts>;

/** What the schema of the kind has against a row; undefined when nothing. */
export function schemaProblems(kind: Kind, row: Row): Problem[] | undefined {
  if (accepts[kind](row)) return undefined;
  const parsed = kinds[kind].schema.safeParse(row);
  return parsed.success ? undefined : parsed.error.issues.flatMap((issue) => worded(issue, row));
}

/** Codes that say all there is to say. */
const plainCodes: ReadonlySet<ProblemCode> = new Set([
  'missing-field',
  'not-seconds',
  'milliseconds',
]);

/** Checks that carry a problem code as their message keep it. */
function worded(issue: z.core.$ZodIssue, row: Row): Problem[] {
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
  return [problem(code, { ...field, value, ...(plainCodes.has(code) ? {} : detailOf(issue)) })];
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): ProblemCode {
  const said = issue.message in problems ? (issue.message as ProblemCode) : undefined;
  if (value === undefined)
    return issue.code === 'custom' && said !== undefined && said !== 'wrong-type'
      ? said
      : 'missing-field';
  if (said === 'not-seconds' && typeof value === 'number' && value > 99_999_999_999)
    return 'milliseconds';
  if (said !== undefined) return said;
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return 'bad-value';
  return 'wrong-type';
}

function detailOf(issue: z.core.$ZodIssue): { detail?: string } {
  if (issue.code === 'invalid_value')
    return { detail: `one of ${issue.values.map(String).join(', ')}` };
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options !== undefined)
    return { detail: `one of ${issue.options.map(String).join(', ')}` };
  if (issue.code === 'custom' && issue.message === 'wrong-type')
    return { detail: 'needs an object' };
  if (issue.code === 'custom' && issue.params?.['maximum'] !== undefined)
    return { detail: `at most ${String(issue.params['maximum'])}` };
  if (issue.code === 'invalid_type') return { detail: `needs ${issue.expected}` };
  if (issue.code === 'too_big') return { detail: `at most ${issue.maximum}` };
  return {};
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Row)[key] : undefined),
    row,
  );
}

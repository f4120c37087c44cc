import { isSecretField, maskSecrets } from '../values/secrets.ts';
import { type ProblemCode, problems } from './problems.ts';

/** One problem of one row. */
export interface Problem {
  readonly code: ProblemCode;
  /** The field or column, with a path for nested ones (`data.text`); absent when the problem concerns the whole row. */
  readonly field?: string;
  /** The offending value, truncated; absent when there is none or it is a secret. */
  readonly value?: string;
  /** One sentence: what is wrong and why. */
  readonly message: string;
  readonly fix: string;
}

const SHOWN = 120;

/** Makes a problem of this code. `detail` is appended to the sentence of the table. `fix` replaces the fix of the table where the table cannot know it. */
export function problem(
  code: ProblemCode,
  about: {
    field?: string | undefined;
    value?: unknown;
    detail?: string | undefined;
    fix?: string | undefined;
  } = {},
): Problem {
  const { field, value, detail } = about;
  const { means } = problems[code];
  const shown = field !== undefined && isSecretField(field) ? undefined : shownValue(value);
  return {
    code,
    ...(field === undefined ? {} : { field }),
    ...(shown === undefined ? {} : { value: shown }),
    message: `${field ?? 'The row'} ${means}${detail === undefined ? '' : ` (${detail})`}.`,
    fix: about.fix ?? problems[code].fix,
  };
}

/** JSON has no infinite numbers, which numbers such as 1e400 become, and writes null instead. This shows the number. */
export function shownJson(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'number' && !Number.isFinite(inner) ? String(inner) : inner,
  );
}

/** A value as text, truncated, without secrets. */
export function shownValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const whole = typeof value === 'string' ? value : (shownJson(value) ?? typeof value);
  const text = maskSecrets(whole);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

import type { CommandOutcome } from './exit-status.ts';
import { type ExplainedError, explainError, JobError } from '@chatferry/job/planned';
import { optionHint } from './option-hints.ts';
import { Interrupted } from './interruption.ts';
import { Refusal } from '@chatferry/contract/refusal';

/** The report of an error that ended a command, and the outcome of the command. */
export interface Failure {
  readonly outcome: Exclude<CommandOutcome, 'done' | 'losses'>;
  readonly code?: string | undefined;
  /** The message, line by line. */
  readonly message: readonly string[];
  /** The fix, paragraph by paragraph. */
  readonly fix: readonly string[];
}

/** Explains any error. Only a defect of chatferry is shown with its stack; other errors have a message and a fix. */
export function explainFailure(error: unknown, version: string): Failure {
  return explainExpected(error) ?? defect(firstOf(error), version);
}

function explainExpected(error: unknown): Failure | undefined {
  if (error instanceof SuppressedError)
    return explainExpected(error.suppressed) ?? explainExpected(error.error);
  if (error instanceof Interrupted)
    return { outcome: 'interrupted', message: [error.message], fix: [] };
  if (error instanceof Refusal)
    return {
      outcome: 'refused',
      message: error.lines,
      fix: error.fix === undefined ? [] : [error.fix],
    };
  const explained = explainError(error);
  return explained === undefined ? undefined : failureOf(explained, error);
}

/** Adds the options that fix the error to the explanation by `@chatferry/job`. */
function failureOf({ end, code, lines, fix }: ExplainedError, error: unknown): Failure {
  const hint = optionHint(code, error instanceof JobError ? error.path : undefined);
  const fixes = [fix, hint].filter((each) => each !== undefined);
  return { outcome: end, code, message: lines, fix: fixes };
}

/** The original error: an error during disposal may have suppressed it. */
function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
}

function defect(error: unknown, version: string): Failure {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { code } = error as { readonly code?: unknown };
  return {
    outcome: 'bug',
    code: typeof code === 'string' ? code : undefined,
    message: [
      'This is an error inside chatferry, not in your data. The content of the job folder is kept.',
    ],
    fix: [
      `Please report it with these lines: chatferry ${version}, Node ${process.version}, ${process.platform}`,
      ...stack.split('\n'),
    ],
  };
}

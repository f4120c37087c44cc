import { type ErrorDetails, errorDetails, errorText, type ServiceError } from '@chatferry/contract';
import type { Trouble } from '../terms/trouble.ts';
import { shortened } from './shortened.ts';

/** How many fields of the details are kept. An answer may name any number of fields. */
const FIELDS = 25;
const TEXTS = 5;

/** The service's words as trouble. @param code used when the error has no code */
export function troubleFrom(problem: ServiceError, code: string): Trouble {
  return troubleOf({
    code: problem.code ?? code,
    message: errorText(problem) ?? 'No reason was given.',
    details: errorDetails(problem),
  });
}

/** Shortens the texts of trouble that was read before. */
export function troubleOf({ code, message, details }: Trouble): Trouble {
  const trouble = { code, message: shortened(message) };
  return details === undefined ? trouble : { ...trouble, details: kept(details) };
}

function kept(details: ErrorDetails): ErrorDetails {
  return Object.fromEntries(
    Object.entries(details)
      .slice(0, FIELDS)
      .map(([field, texts]) => [shortened(field), texts.slice(0, TEXTS).map(shortened)]),
  );
}

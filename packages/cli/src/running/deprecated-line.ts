import type { RunEvent } from '@chatferry/runner';

/** Reports an operation that the service announces to end. */
export function deprecatedLine({
  operation,
  ends,
}: Extract<RunEvent, { type: 'deprecated' }>): string {
  const what =
    ends === undefined
      ? `has deprecated ${operation}`
      : `ends ${operation} on ${ends.slice(0, 10)}`;
  return `the service ${what}; look for a newer version of chatferry`;
}

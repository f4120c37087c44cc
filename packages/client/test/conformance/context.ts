import type { TestContext } from 'vitest';
import { ApiError } from '../../src/index.ts';
import skips from './skipped.json' with { type: 'json' };
import type { TestedApp } from './tested-app.ts';

/** The parameters of the tests of one area. */
export interface Context {
  readonly kind: keyof typeof skips;
  /** Open while tests run. */
  readonly testedApp: () => TestedApp;
}

/** Why an operation is not exercised on this kind of app; `undefined` when it is. */
export function skipReason(kind: keyof typeof skips, operation: string): string | undefined {
  const reasons: Record<string, string> = skips[kind];
  const [area] = operation.split('.');
  return reasons[operation] ?? reasons[`${area}.*`];
}

/** Skips the test, with the reason in the report, where the operation cannot be called. */
export function skipWithout(operation: string, { kind }: Context, { skip }: TestContext): void {
  const reason = skipReason(kind, operation);
  skip(reason !== undefined, reason);
}

/**
 * How a call was refused: the client's code and the service's, `not-found ERR_UID_NOT_FOUND`.
 * @throws when it was not refused
 */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return `${error.code} ${error.serviceCode}`;
    throw error;
  }
  throw new Error('The call was not refused.');
}

import { ServiceProblem } from '../terms/service-problem.ts';

/** The outcome for one of several objects that a request named. */
export type ObjectResult =
  | { readonly success: true; readonly message: string }
  | { readonly success: false; readonly error: ServiceProblem };

/** The answer of operations that only report success. */
export function applied(message: string): { data: ObjectResult } {
  return { data: { success: true, message } };
}

/**
 * Runs a function for each of several ids and reports the outcome of each.
 * @param apply returns a description of what was done, or throws the reason for the failure
 */
export function forEachId(
  ids: readonly string[],
  apply: (id: string) => string,
): Record<string, ObjectResult> {
  return Object.fromEntries(
    ids.map((given) => {
      const id = given.toLowerCase();
      return [id, outcomeOf(() => apply(id))];
    }),
  );
}

function outcomeOf(apply: () => string): ObjectResult {
  try {
    return { success: true, message: apply() };
  } catch (error) {
    if (error instanceof ServiceProblem) return { success: false, error };
    throw error;
  }
}

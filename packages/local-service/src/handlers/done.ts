import { ServiceProblem } from '../service-problem.ts';

/** What became of one of several things that a request named. */
export type Outcome =
  | { readonly success: true; readonly message: string }
  | { readonly success: false; readonly error: ServiceProblem };

/** The answer of operations that only say that it was done. */
export function applied(message: string): { data: Outcome } {
  return { data: { success: true, message } };
}

/**
 * Does something for each of several ids and says of each how it went.
 * @param apply returns what was done, or throws why not
 */
export function forEachId(
  ids: readonly string[],
  apply: (id: string) => string,
): Record<string, Outcome> {
  return Object.fromEntries(
    ids.map((given) => {
      const id = given.toLowerCase();
      return [id, outcomeOf(() => apply(id))];
    }),
  );
}

function outcomeOf(apply: () => string): Outcome {
  try {
    return { success: true, message: apply() };
  } catch (error) {
    if (error instanceof ServiceProblem) return { success: false, error };
    throw error;
  }
}

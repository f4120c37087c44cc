import { Refusal } from '@chatferry/contract/refusal';

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$\{(?<name>[A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Whether the text contains a `${NAME}`. */
export function refersToEnvironment(text: string): boolean {
  return text.search(reference) >= 0;
}

/** A text that is exactly one `${NAME}`. */
export const wholeReference: RegExp = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/;

/**
 * Replaces `${NAME}` by the values of environment variables.
 *
 * @param where the name of the text, for the refusal
 * @throws {Refusal} for a variable that is not set or is empty
 */
export function expand(text: string, env: Environment, where: string): string {
  return text.replaceAll(reference, (_, name: string) => {
    const value = env[name];
    if (value === undefined || value === '')
      throw new Refusal(
        `${where} refers to the environment variable ${name}, which is not set.`,
        `Set it in the shell that starts chatferry: export ${name}=…`,
      );
    return value;
  });
}

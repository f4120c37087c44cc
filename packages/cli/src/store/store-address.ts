import { readFileSync } from 'node:fs';
import { expand, wholeReference } from '@chatferry/configuration';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';

const ADDRESS = /^postgres(ql)?:\/\//;

/**
 * The address of the store in `--store`.
 *
 * @returns undefined without the option
 * @throws {Refusal} for a password on the command line, without repeating it
 */
export function storeAddress(given: string | undefined, env: Io['env']): string | undefined {
  if (given === undefined) return undefined;
  if (wholeReference.test(given)) return expand(given, env, '--store');
  if (!ADDRESS.test(given)) return addressIn(given);
  const url = URL.parse(given);
  if (url === null || url.password !== '' || url.searchParams.has('password'))
    throw new Refusal(
      'The address of --store has a password: arguments can be read by every user of the machine, and are kept in the history of the shell.',
      "Put the address into an environment variable, and name it in quotes, so that the shell leaves it as it is: --store '${CHATFERRY_STORE}'.",
    );
  return given;
}

/** The address of the store. The option is required. @throws {Refusal} */
export function requiredStore(given: string | undefined, env: Io['env']): string {
  const address = storeAddress(given, env);
  if (address !== undefined) return address;
  throw new Refusal('No store is named.', "For example: --store '${CHATFERRY_STORE}'.");
}

function addressIn(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Refusal(
      `The file that --store names cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
      "The option takes the path of a file with the address, the name of an environment variable as '${NAME}', or an address that begins with postgres://.",
      { cause: error },
    );
  }
  if (ADDRESS.test(text)) return text;
  throw new Refusal(
    'The file that --store names has no address of PostgreSQL.',
    'Its form is postgres://user:password@host:5432/name.',
  );
}

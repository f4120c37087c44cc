import { existsSync, readFileSync } from 'node:fs';
import { Refusal } from '@chatferry/contract/refusal';
import type { Configuration } from '../schema/schema.ts';

export const DEFAULT_FILE = 'chatferry.yaml';

/** The default name of a configuration in code. */
export const CODE_FILE = 'chatferry.config.ts';

/**
 * Reads and checks the configuration. Without a file of a default name, the configuration is empty.
 *
 * References to environment variables are not expanded here, so unused variables may be unset.
 *
 * @throws {Refusal} naming the file, the line, the key and the valid values
 */
export async function readConfiguration(file: string | undefined): Promise<Configuration> {
  const name = file ?? defaultName();
  if (name === undefined) return {};
  if (name.endsWith('.ts'))
    return (await import('./code-configuration.ts')).readCodeConfiguration(name);
  const text = read(name);
  return (await import('./parse-configuration.ts')).parseConfiguration(text, name);
}

function defaultName(): string | undefined {
  const [name, other] = [DEFAULT_FILE, CODE_FILE].filter((each) => existsSync(each));
  if (other !== undefined)
    throw new Refusal(
      `There are two configurations: ${name} and ${other}.`,
      'Move the content of one into the other, or name one with --config FILE.',
    );
  return name;
}

function read(name: string): string {
  try {
    return readFileSync(name, 'utf8');
  } catch (error) {
    throw new Refusal(
      `The configuration ${name} cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
      'Check the path given with --config.',
      { cause: error },
    );
  }
}

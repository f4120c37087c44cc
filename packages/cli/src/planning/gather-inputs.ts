import path from 'node:path';
import { DEFAULT_FILE } from '../configuration/configuration-file.ts';
import { declaredOf, patternFor } from '../configuration/file-mapping.ts';
import type { Configuration } from '../configuration/schema.ts';
import { databasesIn } from '../configuration/sources.ts';
import type { OptionValues } from '../arguments/options.ts';
import { findExports, findInputs, gather, type GatheredFiles } from '@chatferry/job/planning';
import type { JobFolder } from '@chatferry/job/planned';
import type { Io } from '../io.ts';
import { Refusal } from '../refusal.ts';

/** An address of a server, perhaps with a password. */
const address = /^\s*(postgres|postgresql|mysql|mariadb):/i;

/** @throws {Refusal} for an address, which it does not repeat */
function refuseAddresses(given: readonly string[]): void {
  if (given.some((each) => address.test(each)))
    throw new Refusal(
      'The address of a database is not taken from the command line, where other users of this machine can see its password.',
      'Put it into an environment variable, and that into chatferry.yaml: see docs/databases.md.',
    );
}

/**
 * Returns the files that the arguments name, or otherwise the configuration.
 *
 * @throws {Refusal} when neither names any @throws {JobError} for a file that cannot be an input
 */
export async function gatherInputs(
  positionals: readonly string[],
  values: OptionValues,
  configuration: Configuration,
  job: JobFolder,
  io: Io,
): Promise<GatheredFiles> {
  const given = positionals.length > 0 ? positionals : (configuration.inputs ?? []);
  refuseAddresses(given);
  if (given.length === 0 && databasesIn(configuration.sources).length === 0)
    throw new Refusal(
      'No input is named.',
      'Name a folder, files, or - for stdin, such as: chatferry plan ./export',
    );
  const exported = await findExports(given, values.from, {
    job,
    isDeclared: (file) =>
      values.kind !== undefined || Object.keys(declaredOf(file, configuration)).length > 0,
  });
  const own = path.resolve(values.config ?? DEFAULT_FILE);
  const found = findInputs(exported.others, {
    of: (file) =>
      path.resolve(file) === own ? { skip: 'the configuration' } : declaredOf(file, configuration),
    isListed: (file) => patternFor(file, configuration) !== undefined,
    otherwise: {
      ...(values.kind === undefined ? {} : { kinds: [values.kind] }),
      ...(values.format === undefined ? {} : { format: values.format }),
    },
    followLinks: values['follow-links'],
  });
  if (io.stdin.isTTY === true && found.inputs.some((input) => input.path === undefined))
    throw new Refusal(
      'The input is stdin (-), and stdin is the keyboard.',
      'Pipe data into it: zcat messages.ndjson.gz | chatferry plan - --kind messages --format ndjson',
    );
  const ignored = found.ignored.filter(({ file }) => path.resolve(file) !== own);
  return gather({ ...found, ignored }, job, io.stdin, exported);
}

import path from 'node:path';
import type { InputRules } from '@chatferry/job/planning';
import type { OptionValues } from '../arguments/options.ts';
import { DEFAULT_FILE, type Configuration } from '@chatferry/configuration';
import {
  declaredMappings,
  declaredOf,
  mappingOf,
  patternFor,
  databasesIn,
  databaseFiles,
  mappingsInDatabases,
} from '@chatferry/configuration/inputs';
import { Refusal } from '@chatferry/contract/refusal';

/** The address of a database server, which may contain a password. */
const address = /^\s*(postgres|postgresql|mysql|mariadb):/i;

/** @throws {Refusal} for an address, without repeating it */
function refuseAddresses(given: readonly string[]): void {
  if (given.some((each) => address.test(each)))
    throw new Refusal(
      'The address of a database is not taken from the command line, where other users of this machine can see its password.',
      'Put it into an environment variable, and that into chatferry.yaml: see docs/databases.md.',
    );
}

/** Returns the paths in the arguments, otherwise in the configuration. @throws {Refusal} when neither names an input */
export function namedInputs(
  positionals: readonly string[],
  configuration: Configuration,
): readonly string[] {
  const given = positionals.length > 0 ? positionals : (configuration.inputs ?? []);
  refuseAddresses(given);
  if (given.length === 0 && databasesIn(configuration.sources).length === 0)
    throw new Refusal(
      'No input is named.',
      'Name a folder, files, or - for stdin, such as: chatferry plan ./export',
    );
  return given;
}

/** The declarations about files and databases from the command line and the configuration. */
export function inputRules(
  { kind, format, config }: OptionValues,
  configuration: Configuration,
  databases: InputRules['databases'],
): InputRules {
  return {
    of: (file) =>
      isConfiguration(file, config)
        ? { skip: 'the configuration' }
        : declaredOf(file, configuration),
    isListed: (file) => patternFor(file, configuration) !== undefined,
    otherwise: {
      ...(kind === undefined ? {} : { kinds: [kind] }),
      ...(format === undefined ? {} : { format }),
    },
    mappingOf: (file, of, part) => mappingOf(file, of, configuration, part),
    declared: (files) => [
      ...declaredMappings([...files, ...databaseFiles(databases)], configuration),
      ...(databases.length === 0 ? [] : mappingsInDatabases(configuration)),
    ],
    databases,
  };
}

/** Whether chatferry wrote a file or folder: the configuration, the job folder, or the default files of `serve` and workers. */
export function isOwn(file: string, config: string | undefined, job: string): boolean {
  return (
    isConfiguration(file, config) ||
    path.resolve(file) === path.resolve(job) ||
    OWN_NAME.test(path.basename(file))
  );
}

const OWN_NAME = /^chatferry(\.yaml|\.config\.ts|-job|-plans|-service\.sqlite(-wal|-shm)?)$/;

/** Whether a file is the configuration, which may be in an input folder. */
export function isConfiguration(file: string, config: string | undefined): boolean {
  return path.resolve(file) === path.resolve(config ?? DEFAULT_FILE);
}

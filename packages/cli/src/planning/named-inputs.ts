import path from 'node:path';
import type { InputRules } from '@chatferry/job/planning';
import type { OptionValues } from '../arguments/options.ts';
import { DEFAULT_FILE } from '../configuration/configuration-file.ts';
import { declaredMappings } from '../configuration/declared-mappings.ts';
import { declaredOf, mappingOf, patternFor } from '../configuration/file-mapping.ts';
import type { Configuration } from '../configuration/schema.ts';
import { databasesIn } from '../configuration/sources.ts';
import { Refusal } from '../terms/refusal.ts';
import { databaseFiles, mappingsInDatabases } from './configured-databases.ts';

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

/** Returns the paths that the arguments name, or otherwise the configuration. @throws {Refusal} when neither names an input */
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

/** The declarations of the command line and the configuration about files and databases. */
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

/** Whether chatferry wrote a file or folder: the configuration, the job folder, or what `serve` and workers keep by default. */
export function isOwn(file: string, config: string | undefined, job: string): boolean {
  return (
    isConfiguration(file, config) ||
    path.resolve(file) === path.resolve(job) ||
    OWN_NAME.test(path.basename(file))
  );
}

const OWN_NAME = /^chatferry(\.yaml|\.config\.ts|-job|-plans|-service\.sqlite(-wal|-shm)?)$/;

/** Whether a file is the configuration, which may be in a folder of inputs. */
export function isConfiguration(file: string, config: string | undefined): boolean {
  return path.resolve(file) === path.resolve(config ?? DEFAULT_FILE);
}

import type { DatabasePlace } from '@chatferry/job/planning';
import { expand, wholeReference } from '@chatferry/configuration';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';

const protocols: Readonly<Record<string, 'postgres' | 'mysql'>> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
};

/** The arguments of `init`: database servers, and other inputs. */
export interface NamedServers {
  readonly servers: readonly DatabasePlace[];
  readonly others: readonly string[];
}

/**
 * The operator names a server by the environment variable with its address, as in the configuration: `'${LEGACY_DATABASE_URL}'`.
 *
 * @throws {Refusal} for an address itself, which contains a password, and for a variable without an address
 */
export function namedServers(given: readonly string[], env: Io['env']): NamedServers {
  const others = given.filter((each) => !wholeReference.test(each));
  if (others.some((each) => protocols[/^\w+:(?=\/\/)/.exec(each)?.[0] ?? ''] !== undefined))
    throw new Refusal(
      'The address of a database is not given on the command line: it contains a password.',
      "Put it into an environment variable, and name that in quotes: export LEGACY_DATABASE_URL=…, then chatferry init '${LEGACY_DATABASE_URL}'.",
    );
  const servers = given
    .filter((each) => wholeReference.test(each))
    .map((file) => {
      const address = expand(file, env, file);
      const driver = URL.canParse(address) ? protocols[new URL(address).protocol] : undefined;
      if (driver === undefined)
        throw new Refusal(
          `${file} is not the address of a PostgreSQL, MySQL or MariaDB server.`,
          'Give it the form postgres://user:password@host:5432/name or mysql://user:password@host:3306/name.',
        );
      return { driver, address, file };
    });
  return { servers, others };
}

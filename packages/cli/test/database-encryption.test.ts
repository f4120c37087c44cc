import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type PostgresServer,
  postgresRows,
  startPostgres,
} from '../../fleet/test/support/test-postgres.ts';
import { type Rig, startRig } from './support/rig.ts';
import { mysqlServer } from './support/test-databases.ts';

const certificates = path.join(import.meta.dirname, '../../client/test/fixtures');

/** Whether the connection of the query is encrypted. */
const ENCRYPTED = `SELECT 'u1' AS uid, ssl::text AS name FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;

interface Outcome {
  readonly status: number;
  readonly err: string;
  /** Name of the user that the query returns. */
  readonly name: unknown;
}

async function planned(address: string, driver: 'postgres' | 'mysql', query: string) {
  await using rig = await startRig();
  const kinds = { users: { query, key: 'uid' } };
  const sources = [{ [driver]: '${LEGACY}', kinds }];
  const config = rig.write('chatferry.yaml', JSON.stringify({ sources }));
  const { status, err } = await rig.cli(['plan', `--config=${config}`], {
    env: { LEGACY: address },
  });
  return { status, err, name: status === 0 ? nameIn(rig) : undefined } as Outcome;
}

function nameIn(rig: Rig): unknown {
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const { batch, index } = plan.find('users', 'u1')!;
  return recordOfEntry(entryOf(batch, index).wire)['name'];
}

/** The address with another host, and with more parameters. */
function changed(address: string, host: string, parameters: Record<string, string> = {}): string {
  const url = new URL(address);
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** This machine, by an address that is none of the loopback. */
const OTHER_HOST = '0.0.0.0';

describe('PostgreSQL', () => {
  let server: PostgresServer;

  /** Gives the server a certificate of its own, and lets it encrypt connections. */
  async function encrypt(): Promise<void> {
    const [row] = await postgresRows(server.address, 'SHOW data_directory');
    const folder = row!['data_directory'] as string;
    const { uid, gid } = statSync(folder);
    for (const name of ['self-signed-cert.pem', 'self-signed-key.pem']) {
      const file = path.join(folder, name);
      writeFileSync(file, readFileSync(path.join(certificates, name)), { mode: 0o600 });
      chownSync(file, uid, gid);
    }
    for (const setting of [
      "ssl_cert_file = 'self-signed-cert.pem'",
      "ssl_key_file = 'self-signed-key.pem'",
      'ssl = on',
    ])
      await postgresRows(server.address, `ALTER SYSTEM SET ${setting}`);
    await server.crash(); // Settings are read at the start.
  }

  beforeAll(async () => {
    server = await startPostgres();
    await encrypt();
  }, 60_000);
  afterAll(() => server[Symbol.asyncDispose]());

  test.each([
    ['localhost', {}, 'false'],
    [OTHER_HOST, { sslmode: 'disable' }, 'false'],
    [OTHER_HOST, { sslmode: 'no-verify' }, 'true'],
    ['127.0.0.1', { sslmode: 'require', sslrootcert: 'self-signed-cert.pem' }, 'true'],
    ['localhost', { sslmode: 'VERIFY-FULL', sslrootcert: 'self-signed-cert.pem' }, 'true'],
  ])('a connection to %s with %j: encrypted is %s', async (host, parameters, encrypted) => {
    const given: Record<string, string> = { ...parameters };
    if (given['sslrootcert'] !== undefined)
      given['sslrootcert'] = path.join(certificates, given['sslrootcert']);

    const outcome = await planned(changed(server.address, host, given), 'postgres', ENCRYPTED);

    expect(outcome).toMatchObject({ status: 0, name: encrypted });
    expect(outcome.err).not.toContain('Warning');
  });

  test.each([
    [OTHER_HOST, {}],
    ['127.0.0.1', { sslmode: 'require' }],
    ['127.0.0.1', { sslmode: 'verify-ca' }],
  ])('a certificate that is not checked ends planning: %s with %j', async (host, parameters) => {
    const { status, err } = await planned(
      changed(server.address, host, parameters),
      'postgres',
      ENCRYPTED,
    );

    expect(status).toBe(2);
    expect(err).toContain('There is no encrypted connection');
    expect(err).toContain('sslmode=no-verify');
    expect(err).not.toContain('Warning');
  });

  test('a mode that there is not is refused, and not read as another', async () => {
    const address = changed(server.address, '127.0.0.1', { sslmode: 'prefer' });
    const { status, err } = await planned(address, 'postgres', ENCRYPTED);

    expect(status).toBe(2);
    expect(err).toContain('sslmode in the address is not disable, no-verify, require');
  });
});

describe.skipIf(mysqlServer === undefined)('MariaDB without encryption', () => {
  const query = `SELECT 'u1' AS uid, 'Ann' AS name`;

  test.each([
    ['127.0.0.1', {}, 0],
    [OTHER_HOST, { sslmode: 'disable' }, 0],
    [OTHER_HOST, { 'ssl-mode': 'DISABLED' }, 0],
    [OTHER_HOST, {}, 2],
    ['127.0.0.1', { sslmode: 'require' }, 2],
    ['127.0.0.1', { 'ssl-mode': 'REQUIRED' }, 2],
    ['127.0.0.1', { sslmode: 'no-verify' }, 2],
  ])('%s with %j: status %i', async (host, parameters, expected) => {
    const { status, err } = await planned(changed(mysqlServer!, host, parameters), 'mysql', query);

    expect(status).toBe(expected);
    expect(err).toContain(expected === 0 ? '' : 'There is no encrypted connection');
    expect(err).not.toContain('Ignoring');
  });
});

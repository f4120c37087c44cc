import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chatferry } from '../../processes/chatferry.ts';
import { databaseSystems, legacyKinds, legacyTables } from '../../databases/legacy-tables.ts';
import { type PlanInput, planning } from './plan-input.ts';

/** How many times longer planning may take than a bare pass over the same table. */
const ALLOWED = 4;

/**
 * The bare passes of each server. `COPY … TO STDOUT` returns unparsed bytes, so planning is also compared with a pass in which the driver
 * parses each row, as the passes over files do. MariaDB cannot copy rows to a client.
 */
const passes = {
  postgres: { bytes: 'COPY … TO STDOUT, unread', rows: 'a cursor of rows by key' },
  mysql: { rows: 'a stream of rows by key' },
} as const;

/** A table of messages on the server that an environment variable names for tests. */
export function databaseTable(server: keyof typeof passes): PlanInput {
  return async function* compared(folder, { users, messages }) {
    const system = databaseSystems.find(({ name }) => name === server)!;
    const url = process.env[system.variable];
    if (url === undefined) throw new Error(`Name a server: ${system.variable}=…`);
    const database = `chatferry_bench_${randomUUID().replaceAll('-', '')}`;
    await system.exec(url, `CREATE DATABASE ${database}`);
    try {
      const own = new URL(url);
      own.pathname = `/${database}`;
      await system.exec(own.href, legacyTables(system, users, messages));
      const config = path.join(folder, 'chatferry.yaml');
      const sources = [{ [server]: '${CHATFERRY_BENCH_URL}', kinds: legacyKinds }];
      writeFileSync(config, JSON.stringify({ retentionMonths: 'none', sources }));
      const env = { CHATFERRY_BENCH_URL: own.href };
      const script = new URL('./table-pass.ts', import.meta.url);
      const plan = planning(chatferry, path.join(folder, 'job'), '--config', config);
      for (const [way, does] of Object.entries(passes[server]))
        yield {
          name: server,
          with: does,
          bare: { script, args: [server, way], env },
          plan: { ...plan, env },
          allowed: ALLOWED,
        };
    } finally {
      await system.exec(url, `DROP DATABASE ${database}`);
    }
  };
}

import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { followedServers, type FollowedServer } from '../../databases/followed-servers.ts';
import { databaseSystems, legacyKinds, legacyTables } from '../../databases/legacy-tables.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { CommandProcess } from '../../processes/command-process.ts';
import { measure } from '../../processes/measure.ts';
import { ServiceProcess } from '../../processes/service-process.ts';
import { sendQuickly } from '../filled/send-quickly.ts';
import { printTable, thousands } from '../print-table.ts';
import { accept, measureCutOver } from './measure-cut-over.ts';

const USERS = 2000;

/** The number of edits and deletions until the freeze. */
const CHANGES = { edits: 30, deletions: 4 };

/**
 * Measures a cut-over of a followed PostgreSQL database: how long people cannot write, and how long each step takes. A first cut-over
 * misses its deadline, so the legacy system is opened again; the next cut-over opens the app. The messages of the bulk are not sent:
 * `sendQuickly` writes them into the ledger and the local service.
 */
export async function benchFollowedCutOver(sizes: readonly number[], added: number): Promise<void> {
  const lines: string[][] = [];
  for (const messages of sizes) lines.push(await lineOf(messages, added));
  console.log(
    `Cut-over of a PostgreSQL database: ${thousands(added)} new messages, ${CHANGES.edits} edits and ${CHANGES.deletions} deletions at the freeze, seconds:\n`,
  );
  printTable(
    [
      'messages',
      'bulk, filled in',
      'first follow',
      'round',
      'frozen → drained',
      '→ verified',
      'people could not write',
      'freeze as long as the deadline',
    ],
    lines,
  );
}

async function lineOf(messages: number, added: number): Promise<string[]> {
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-bench-'));
  const folder = temporary.path;
  await using server = await followedServers.postgres();
  const postgres = databaseSystems.find(({ name }) => name === 'postgres')!;
  await server.exec(legacyTables(postgres, USERS, messages));
  await using service = new ServiceProcess(folder);
  const { appId, baseUrl, apiKey } = await service.start();
  const config = path.join(folder, 'chatferry.yaml');
  const source = { postgres: '${LEGACY}', name: 'forum', kinds: legacyKinds };
  writeFileSync(config, JSON.stringify({ retentionMonths: 'none', sources: [source] }));
  const at = (name: string): string => path.join(folder, name);
  const env = { CHATFERRY_API_KEY: apiKey, LEGACY: server.address };
  const options = [
    `--config=${config}`,
    `--app-id=${appId}`,
    `--base-url=${baseUrl}`,
    '--requests-per-minute=unlimited',
  ];
  const timed = async (args: readonly string[]): Promise<number> => {
    console.error(`${thousands(messages)}: ${args[0]}`);
    const began = performance.now();
    accept(await new CommandProcess([...args, ...options], { env }).ended(), [0]);
    return (performance.now() - began) / 1000;
  };
  const planned = ['plan', `--job=${at('bulk')}`, '--quiet', `--config=${config}`];
  console.error(`${thousands(messages)}: bulk`);
  const began = performance.now();
  await measure(chatferry, planned, { env });
  await sendQuickly(at('bulk'), service, options, env);
  const bulk = (performance.now() - began) / 1000;
  const follow = [
    'follow',
    `--after=${at('bulk')}`,
    `--job=${at('follow')}`,
    '--once',
    '--removals',
    '--quiet',
  ];
  const first = await timed(follow);

  let from = messages;
  const night = {
    folder,
    job: at('follow'),
    options,
    env,
    change: async () => {
      await change(server, from, added);
      from += added;
    },
  };
  const { round, drained, verified, closed, late } = await measureCutOver(night);
  return [
    thousands(messages),
    bulk.toFixed(1),
    first.toFixed(1),
    round,
    drained,
    verified,
    closed,
    late,
  ];
}

/** Writes the messages, edits and deletions that people make until the freeze. */
async function change(server: FollowedServer, from: number, added: number): Promise<void> {
  const { edits, deletions } = CHANGES;
  await server.exec(`
    INSERT INTO messages SELECT ${from} + n, 1 + n % ${USERS}, 1 + (n + 1) % ${USERS}, now() - interval '1 hour' + n * interval '1 second', 'new'
      FROM generate_series(1, ${added}) AS series(n);
    UPDATE messages SET body = body || ' edited at ' || now() WHERE id IN (SELECT 1 + n * ${Math.floor(from / edits) - 1} FROM generate_series(0, ${edits - 1}) AS series(n));
    DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE id > ${Math.floor(from / 2)} ORDER BY id LIMIT ${deletions});`);
}

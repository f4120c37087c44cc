import { cpSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { planFiles } from 'chatferry';
import { expect, test } from 'vitest';
import { sendQuickly } from '../src/bench/filled/send-quickly.ts';
import { writeExport } from '../src/generate/write-export.ts';
import { chatferry } from '../src/processes/chatferry.ts';
import { measure } from '../src/processes/measure.ts';
import { ServiceProcess } from '../src/processes/service-process.ts';

/** Everything but the times at which something was sent, and what the order of sending decides: the ids of messages. */
const contents = {
  service: [
    `SELECT muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags, parent_id, sent_at, delivered_at, read_at,
       updated_at, edited_at, deleted_at FROM messages ORDER BY muid`,
    `SELECT c.conversation_id, c.type, one, other, created_at, c.updated_at, m.sent_at FROM conversations c
       JOIN messages m ON m.id = last_message_id ORDER BY c.conversation_id`,
    'SELECT uid, name FROM users ORDER BY uid',
    'SELECT guid, uid, scope FROM members ORDER BY guid, uid',
    `SELECT name, sql FROM sqlite_schema WHERE tbl_name <> 'sqlite_sequence' ORDER BY name`,
  ],
  ledger: [
    'SELECT seq, kind, lane, state, attempts, marks FROM batches ORDER BY seq',
    'SELECT kind, lane, settled, requests, created, present, failed, skipped, unresolved FROM lanes ORDER BY kind, lane',
    'SELECT seq FROM outcomes',
    `SELECT end FROM runs WHERE ended_at IS NOT NULL AND number = (SELECT max(number) FROM runs)`,
  ],
};

function rowsOf(file: string, queries: readonly string[]): unknown[] {
  using db = new DatabaseSync(file, { readOnly: true });
  return queries.map((query) => db.prepare(query).all());
}

test('a job that was filled in leaves ledger and service as one that was sent', async () => {
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-filled-'));
  const at = (name: string): string => path.join(temporary.path, name);
  const now = Math.floor(Date.now() / 1000);
  const size = { users: 50, groups: 5, memberships: 100, messages: 5000, seed: 1, now };
  writeExport(at('export'), size, 'ndjson');
  await planFiles([at('export')], { job: at('sent/job') });
  cpSync(at('sent/job'), at('filled/job'), { recursive: true });

  let filledIn = 0;
  for (const name of ['sent', 'filled']) {
    await using service = new ServiceProcess(at(name));
    const { baseUrl, appId, apiKey } = await service.start();
    const to = ['--app-id', appId, '--base-url', baseUrl, '--requests-per-minute', 'unlimited'];
    const env = { CHATFERRY_API_KEY: apiKey };
    const job = at(`${name}/job`);
    if (name === 'filled') filledIn = await sendQuickly(job, service, to, env);
    else await measure(chatferry, ['run', '--job', job, '--quiet', ...to], { env });
    await service.kill();
  }

  const [sent, filled] = ['sent', 'filled'].map((name) => ({
    service: rowsOf(at(`${name}/service.sqlite`), contents.service),
    ledger: rowsOf(at(`${name}/job/ledger.sqlite`), contents.ledger),
  }));
  expect(filledIn).toBeGreaterThan(0);
  expect(filled).toEqual(sent);
});

import { mkdtempDisposableSync, readFileSync, renameSync } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { chatferry } from '../../processes/chatferry.ts';
import { writeExport } from '../../generate/write-export.ts';
import { ServiceProcess } from '../../processes/service-process.ts';
import { measure } from '../../processes/measure.ts';
import { sendQuickly } from '../filled/send-quickly.ts';
import { printTable, thousands } from '../print-table.ts';

/** A million messages span 15 days, and ten million span 150 days: the density of messages is the same. */
const SPAN_OF_A_MILLION_S = 15 * 86_400;

/** The new messages are from the last two hours. */
const NEW_SPAN_S = 2 * 3600;

/**
 * Measures the verification of deltas in apps of several sizes: new messages, and edits spread over the whole archive. The messages that
 * landed earlier are not sent: `sendQuickly` writes them into the ledger and the local service.
 */
export async function benchVerifyDelta(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '1000000' },
      new: { type: 'string', default: '1000' },
    },
  });
  const lines: string[][] = [];
  for (const size of values.messages.split(','))
    lines.push(...(await linesOf(Number(size), Number(values.new))));
  console.log(`Verification of deltas of ${thousands(Number(values.new))} messages:\n`);
  printTable(
    ['landed', 'delta', 'seconds', 'processor s', 'peak MiB', 'requests', 'result'],
    lines,
  );
}

async function linesOf(landed: number, added: number): Promise<string[][]> {
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-bench-'));
  const folder = temporary.path;
  await using service = new ServiceProcess(folder);
  const { baseUrl, appId, apiKey } = await service.start();
  const at = (name: string): string => path.join(folder, name);
  const env = { CHATFERRY_API_KEY: apiKey };
  const target = ['--app-id', appId, '--base-url', baseUrl, '--requests-per-minute', 'unlimited'];
  const step = (command: readonly string[], accepted = [0]) => {
    console.error(`${thousands(landed)}: ${command.join(' ').replaceAll(folder, '…')}`);
    return measure(chatferry, command, { env, accepted });
  };
  const send = (name: string, accepted = [0]) =>
    step(['run', '--job', at(name), ...target, '--yes', '--quiet'], accepted);
  const now = Math.floor(Date.now() / 1000);
  const size = {
    users: 2000,
    groups: 100,
    memberships: 10_000,
    messages: landed,
    messageSpan: Math.ceil((landed / 1_000_000) * SPAN_OF_A_MILLION_S),
    seed: 1,
    now,
  };
  writeExport(at('bulk'), size, 'ndjson');
  await step(['plan', at('bulk'), '--job', at('first'), '--quiet']);
  console.error(`${thousands(landed)}: send`);
  await sendQuickly(at('first'), service, target, env);

  await writeNew(at('bulk/messages.ndjson'), added, now);
  await step(['plan', at('bulk'), '--after', at('first'), '--job', at('new'), '--quiet']);
  await send('new');
  const verify = async (job: string, name: string, result: number, options: string[] = []) => {
    const command = ['verify', '--job', at(job), ...target, ...options, '--json'];
    const { seconds, cpuSeconds, peakRssMiB, output } = await step(command, [result]);
    const requests = /"requests":(\d+)/.exec(output)?.[1] ?? '';
    const found = /"complete":(true|false)/.exec(output)?.[1] === 'true' ? 'as planned' : 'differs';
    const figures = [seconds.toFixed(1), cpuSeconds.toFixed(1), String(peakRssMiB), requests];
    return [thousands(landed), name, ...figures, found];
  };
  // Verified before the edits, which may also edit new messages.
  const lines = [await verify('new', 'new', 0)];
  await editSome(at('bulk/messages.ndjson'), Math.max(1, Math.floor(landed / added)));
  const edits = ['--after', at('new'), '--job', at('edits'), '--edit-messages', '--quiet'];
  await step(['plan', at('bulk'), ...edits]);
  await send('edits', [0, 1]); // The job before holds only digests of the texts.
  lines.push(await verify('edits', 'spread edits', 0));
  await service.kill();
  const tampered = tamper(service.db);
  await service.start();
  lines.push(await verify('new', 'new, one changed since', 1));
  const found = readFileSync(at('new/differences.jsonl'), 'utf8').trimEnd().split('\n');
  const named = found.map((line) => (JSON.parse(line) as { id: string }).id).join(', ');
  if (named !== tampered) throw new Error(`${named} differ, and not ${tampered} alone.`);
  await service.kill();
  return lines;
}

/** Appends copies of the first messages of the file, with new ids and times in the last hours. */
async function writeNew(file: string, added: number, now: number): Promise<void> {
  const lines: string[] = [];
  {
    await using from = await open(file);
    for await (const line of from.readLines()) {
      if (lines.length === added) break;
      const message = JSON.parse(line) as { muid: string };
      const sentAt = now - NEW_SPAN_S + Math.floor((lines.length * NEW_SPAN_S) / added);
      lines.push(
        JSON.stringify({ ...message, muid: `new-${message.muid}`, sentAt, deliveredAt: sentAt }),
      );
    }
  }
  await appendFile(file, lines.map((line) => `${line}\n`).join(''));
}

/** Changes the text of every nth message. */
async function editSome(file: string, every: number): Promise<void> {
  const edited = `${file}.edited`;
  {
    await using from = await open(file);
    await using to = await open(edited, 'w');
    let number = 0;
    let lines = '';
    for await (const line of from.readLines()) {
      lines += `${++number % every === 0 ? line.replace('"text":"', '"text":"Edited. ') : line}\n`;
      if (lines.length < 1 << 18) continue;
      await to.write(lines);
      lines = '';
    }
    await to.write(lines);
  }
  renameSync(edited, file);
}

/**
 * Changes the texts of the latest message, which the delta sent, and of the first message, as an administrator could do in the dashboard.
 * @returns the id of the latest message
 */
function tamper(file: string): string {
  using db = new DatabaseSync(file);
  const changed = ['min', 'max'].map((which) =>
    db
      .prepare(
        `UPDATE messages SET data = json_set(data, '$.text', 'changed')
           WHERE id = (SELECT ${which}(id) FROM messages WHERE category <> 'action') RETURNING muid`,
      )
      .get(),
  );
  return changed.at(-1)!['muid'] as string;
}

import { mkdtempDisposableSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { chatferry } from '../../processes/chatferry.ts';
import { writeExport } from '../../generate/write-export.ts';
import { ServiceProcess } from '../../processes/service-process.ts';
import { measure } from '../../processes/measure.ts';
import { printTable, thousands } from '../print-table.ts';

/** Measures the verification of deltas in apps of several sizes: new messages, and edits that are spread over the whole archive. */
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
  printTable(['landed', 'delta', 'seconds', 'peak MiB', 'requests', 'result'], lines);
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
    messages: landed + added,
    seed: 1,
    now,
  };
  writeExport(at('bulk'), { ...size, messagesSoFar: landed }, 'ndjson');
  await step(['plan', at('bulk'), '--job', at('first'), '--quiet']);
  await send('first');

  writeExport(at('bulk'), size, 'ndjson');
  await step(['plan', at('bulk'), '--after', at('first'), '--job', at('new'), '--quiet']);
  await send('new');
  const verify = async (job: string, name: string, result: number, options: string[] = []) => {
    const command = ['verify', '--job', at(job), ...target, ...options, '--json'];
    const { seconds, peakRssMiB, output } = await step(command, [result]);
    const requests = /"requests":(\d+)/.exec(output)?.[1] ?? '';
    const found = /"complete":(true|false)/.exec(output)?.[1] === 'true' ? 'as planned' : 'differs';
    return [thousands(landed), name, seconds.toFixed(1), String(peakRssMiB), requests, found];
  };
  // Before the edits, which may be of new messages too.
  const lines = [await verify('new', 'new', 0)];
  await editSome(at('bulk/messages.ndjson'), Math.max(1, Math.floor(landed / added)));
  const edits = ['--after', at('new'), '--job', at('edits'), '--edit-messages', '--quiet'];
  await step(['plan', at('bulk'), ...edits]);
  await send('edits', [0, 1]); // The job before the latest one has only digests of the texts.
  lines.push(await verify('edits', 'spread edits', 0));
  await service.kill();
  tamper(service.db);
  await service.start();
  lines.push(await verify('new', 'new, one changed since', 1));
  await service.kill();
  return lines;
}

/** Changes the text of one message in so many. */
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

/** As a person with a dashboard could do: of the latest message, which the delta sent, and of the first one. */
function tamper(file: string): void {
  using db = new DatabaseSync(file);
  for (const which of ['min', 'max'])
    db.exec(`UPDATE messages SET data = json_set(data, '$.text', 'changed')
      WHERE id = (SELECT ${which}(id) FROM messages WHERE category <> 'action')`);
}

import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { openPlan, type Plan } from '@chatferry/planner';
import { measure } from '../../processes/measure.ts';
import { benchFollowedCutOver } from './bench-followed.ts';
import { printTable, thousands } from '../print-table.ts';
import type { BulkSize } from '../../generate/bulk-forum.ts';
import { writeExport } from '../../generate/write-export.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { ServiceProcess } from '../../processes/service-process.ts';

const MINUTE = 60;

/** Source: the documented limits of the data import, of which a run uses 99 %, and of the chat endpoints. */
const IMPORTS_A_MINUTE = 59.4;

/** Measures each step of docs/cut-over.md without a quota, and prints how long the step takes with a quota. */
export async function benchCutOver(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '1000000' },
      new: { type: 'string', default: '1000' },
      follow: { type: 'boolean', default: false },
    },
  });
  if (values.follow) {
    const sizes = values.messages.split(',').map(Number);
    return await benchFollowedCutOver(sizes, Number(values.new));
  }
  const before = Number(values.messages);
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-bench-'));
  const folder = temporary.path;
  await using service = new ServiceProcess(folder);
  const { baseUrl, appId, apiKey } = await service.start();
  const at = (name: string) => path.join(folder, name);
  const messages = before + Number(values.new);
  const now = Math.floor(Date.now() / 1000);
  const size: BulkSize = {
    users: 2000,
    groups: 100,
    memberships: 10_000,
    messages,
    seed: 1,
    now,
  };
  writeExport(at('bulk'), { ...size, messagesSoFar: before }, 'ndjson');
  writeExport(at('night'), size, 'ndjson');

  const lines: string[][] = [];
  const step = async (name: string, command: readonly string[], job: string, sends = false) => {
    console.error(name);
    const target = ['--app-id', appId, '--base-url', baseUrl];
    const rate = command[0] === 'undo' ? [] : ['--requests-per-minute', 'unlimited'];
    const { seconds } = await measure(
      chatferry,
      [...command, '--job', job, '--quiet', ...(command[0] === 'plan' ? [] : [...target, ...rate])],
      { env: { CHATFERRY_API_KEY: apiKey }, accepted: [0, 1] },
    );
    const requests = sends ? requestsOf(path.join(job, 'plan.sqlite')) : 0;
    const quota = requests === 0 ? '' : minutes((requests / IMPORTS_A_MINUTE) * MINUTE);
    lines.push([name, seconds.toFixed(1), requests === 0 ? '' : thousands(requests), quota]);
  };

  await step('plan', ['plan', at('bulk')], at('job'));
  await step('run', ['run'], at('job'), true);
  await step('verify', ['verify'], at('job'));
  await step('plan --after', ['plan', at('night'), '--after', at('job')], at('delta'));
  await step('run of the delta', ['run'], at('delta'), true);
  await service.kill();
  changeSome(service.db);
  await service.start();
  await step('verify of an app that was changed', ['verify'], at('job'));
  await step('repair', ['repair', '--yes'], at('job'));
  await step('undo --dry-run', ['undo', '--dry-run'], at('delta'));

  console.log(`The cut-over of ${thousands(before)} messages, with the local service:\n`);
  printTable(['step', 'seconds without a quota', 'import requests', 'at 60 a minute'], lines);
}

/** Renames one user in twenty, as an administrator could do in the dashboard. */
function changeSome(file: string): void {
  using db = new DatabaseSync(file);
  db.exec(`UPDATE users SET name = 'changed ' || uid WHERE rowid % 20 = 0`);
}

function requestsOf(file: string): number {
  using plan: Plan = openPlan(file);
  return Object.values(plan.summary.kinds).reduce((sum, { batches }) => sum + batches, 0);
}

function minutes(seconds: number): string {
  const all = Math.round(seconds / MINUTE);
  return all < MINUTE ? `${all} min` : `${Math.floor(all / MINUTE)} h ${all % MINUTE} min`;
}

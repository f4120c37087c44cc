import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { comparedCells, comparedHeads } from './bench/compared-line.ts';
import { measure } from './bench/measure.ts';
import { printTable, thousands } from './bench/print-table.ts';
import { writeDiscordExport } from './generate/discord-export.ts';
import { writeMatrixExport } from './generate/matrix-export.ts';
import { writeMattermostExport } from './generate/mattermost-export.ts';
import { writePubnubExport } from './generate/pubnub-export.ts';
import { writeRocketchatCsv } from './generate/rocketchat-csv-export.ts';
import { writeRocketchatExport } from './generate/rocketchat-export.ts';
import { writeSendbirdExport } from './generate/sendbird-export.ts';
import { writeServiceExport } from './generate/service-export.ts';
import { type SlackSize, writeSlackExport } from './generate/slack-export.ts';
import { writeStreamExport } from './generate/stream-export.ts';
import { writeTelegramExport } from './generate/telegram-export.ts';
import { writeTwilioExport } from './generate/twilio-export.ts';
import { writeXmppExport } from './generate/xmpp-export.ts';
import { writeZulipExport } from './generate/zulip-export.ts';
import { chatferry } from './chatferry.ts';

/** The endings of the archives, and what writes them. */
export const systems = {
  slack: { ending: 'zip', write: writeSlackExport },
  mattermost: { ending: 'zip', write: writeMattermostExport },
  zulip: { ending: 'tar.gz', write: writeZulipExport },
  discord: { ending: 'zip', write: writeDiscordExport },
  telegram: { ending: 'zip', write: writeTelegramExport },
  matrix: { ending: 'zip', write: writeMatrixExport },
  xmpp: { ending: 'zip', write: writeXmppExport },
  rocketchat: { ending: 'zip', write: writeRocketchatExport },
  'rocketchat-csv': { ending: 'zip', write: writeRocketchatCsv },
  stream: { ending: 'zip', write: writeStreamExport },
  sendbird: { ending: 'zip', write: writeSendbirdExport },
  twilio: { ending: 'zip', write: writeTwilioExport },
  pubnub: { ending: 'zip', write: writePubnubExport },
  service: { ending: 'zip', write: writeServiceExport },
};

/** Plans generated exports of all chat systems, or of those that are named, and compares with a bare pass over the same archives in the same run. */
export async function benchSources(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      users: { type: 'string', default: '5000' },
      channels: { type: 'string', default: '200' },
      messages: { type: 'string', default: '1000000' },
      files: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const size: SlackSize = {
    users: Number(values.users),
    channels: Number(values.channels),
    messages: Number(values.messages),
    files: Number(values.files),
    seed: Number(values.seed),
    now: Math.floor(Date.now() / 1000),
  };
  const folder = mkdtempSync(path.join(values.dir, 'chatferry-bench-'));
  try {
    const lines: string[][] = [];
    for (const [system, { ending, write }] of Object.entries(systems)) {
      if (positionals.length > 0 && !positionals.includes(system)) continue;
      const file = path.join(folder, `${system}.${ending}`);
      console.error(`${system}: writing the export`);
      await write(file, size);
      lines.push(await planOne(system, file, path.join(folder, system)));
    }
    printTable(['system', 'MB', ...comparedHeads('records')], lines);
    console.log(
      'Bare pass: unpack each file with yauzl or tar-stream, JSON.parse; of XML, saxes; of CSV, csv-parse.',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function planOne(system: string, file: string, job: string): Promise<string[]> {
  console.error(`${system}: bare pass`);
  const bare = await measure(new URL('bench/unzip-pass.ts', import.meta.url), [file]);
  console.error(`${system}: plan`);
  const plan = await measure(chatferry, ['plan', file, '--job', job, '--quiet']);
  const megabytes = thousands(Math.round(statSync(file).size / 1e6));
  return [system, megabytes, ...comparedCells(bare, plan)];
}

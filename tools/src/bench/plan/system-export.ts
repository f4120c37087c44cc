import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chatferry } from '../../processes/chatferry.ts';
import { writeDiscordExport } from '../../generate/discord-export.ts';
import { writeMatrixExport } from '../../generate/matrix-export.ts';
import { writeMattermostExport } from '../../generate/mattermost-export.ts';
import { writePubnubExport } from '../../generate/pubnub-export.ts';
import { writeRocketchatCsv } from '../../generate/rocketchat-csv-export.ts';
import { writeRocketchatExport } from '../../generate/rocketchat-export.ts';
import { writeSendbirdExport } from '../../generate/sendbird-export.ts';
import { writeServiceExport } from '../../generate/service-export.ts';
import { writeSlackExport } from '../../generate/slack-export.ts';
import { writeStreamExport } from '../../generate/stream-export.ts';
import { writeTelegramExport } from '../../generate/telegram-export.ts';
import { writeTwilioExport } from '../../generate/twilio-export.ts';
import { writeWhatsappExport } from '../../generate/whatsapp-export.ts';
import { writeXmppExport } from '../../generate/xmpp-export.ts';
import { writeZulipExport } from '../../generate/zulip-export.ts';
import { type PlanInput, planning } from './plan-input.ts';

/** How many times longer planning may take than a bare pass over the same archive. */
const ALLOWED = 4;

/** By system: the ending of the archive's name, the function that writes the archive, and the settings of its plan. */
export const systemExports = {
  slack: { ending: 'zip', write: writeSlackExport },
  mattermost: { ending: 'zip', write: writeMattermostExport },
  zulip: { ending: 'tar.gz', write: writeZulipExport },
  discord: { ending: 'zip', write: writeDiscordExport },
  telegram: { ending: 'zip', write: writeTelegramExport },
  whatsapp: {
    ending: 'zip',
    write: writeWhatsappExport,
    sources: { whatsapp: { zone: 'UTC' } },
  },
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

/** An archive of a chat system, compared with a pass that unpacks and parses its files. */
export function systemExport(name: keyof typeof systemExports): PlanInput {
  const { ending, write, ...more } = systemExports[name];
  return async function* compared(folder, size) {
    const file = path.join(folder, `${name}.${ending}`);
    await write(file, size);
    const config = path.join(folder, `${name}.yaml`);
    if ('sources' in more) writeFileSync(config, JSON.stringify(more));
    const args = 'sources' in more ? [file, '--config', config] : [file];
    yield {
      name,
      with: 'unpack and parse each file',
      bare: { script: new URL('./unzip-pass.ts', import.meta.url), args: [file] },
      plan: planning(chatferry, path.join(folder, 'job'), ...args),
      allowed: ALLOWED,
    };
  };
}

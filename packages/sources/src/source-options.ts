import { z } from 'zod';
import { discordOptions } from './discord/options.ts';
import { matrixOptions } from './matrix/options.ts';
import { mattermostOptions } from './mattermost/options.ts';
import { pubnubOptions } from './pubnub/options.ts';
import { rocketchatOptions } from './rocketchat/options.ts';
import { sendbirdOptions } from './sendbird/options.ts';
import { serviceOptions } from './service/options.ts';
import { slackOptions } from './slack/options.ts';
import { streamOptions } from './stream/options.ts';
import { telegramOptions } from './telegram/options.ts';
import { twilioOptions } from './twilio/options.ts';
import { xmppOptions } from './xmpp/options.ts';
import { zulipOptions } from './zulip/options.ts';

/** What can be chosen for the exports of each system. */
export const sourceOptions = z.strictObject({
  slack: slackOptions.optional(),
  mattermost: mattermostOptions.optional(),
  zulip: zulipOptions.optional(),
  discord: discordOptions.optional(),
  telegram: telegramOptions.optional(),
  matrix: matrixOptions.optional(),
  rocketchat: rocketchatOptions.optional(),
  stream: streamOptions.optional(),
  sendbird: sendbirdOptions.optional(),
  twilio: twilioOptions.optional(),
  xmpp: xmppOptions.optional(),
  pubnub: pubnubOptions.optional(),
  service: serviceOptions.optional(),
});

export type SourceOptions = z.input<typeof sourceOptions>;

import { z } from 'zod';
import { discord } from './discord/index.ts';
import { matrix } from './matrix/index.ts';
import { mattermost } from './mattermost/index.ts';
import { pubnub } from './pubnub/index.ts';
import { rocketchat } from './rocketchat/index.ts';
import { sendbird } from './sendbird/index.ts';
import { service } from './service/index.ts';
import { slack } from './slack/index.ts';
import { stream } from './stream/index.ts';
import { telegram } from './telegram/index.ts';
import { twilio } from './twilio/index.ts';
import { whatsapp } from './whatsapp/index.ts';
import { xmpp } from './xmpp/index.ts';
import { zulip } from './zulip/index.ts';
import { type System, systems } from './names.ts';
import type { ChatSystem } from './system.ts';

const all = {
  discord,
  matrix,
  mattermost,
  pubnub,
  rocketchat,
  sendbird,
  service,
  slack,
  stream,
  telegram,
  twilio,
  whatsapp,
  xmpp,
  zulip,
} satisfies Readonly<Record<System, unknown>>;

/** Every system, by its name in options and in the configuration. */
export const chatSystems: Readonly<Record<System, ChatSystem>> = all;

type OptionsOf<Name extends System> = (typeof all)[Name]['options'];

/** The options for the exports of each system. */
export const sourceOptions = z.strictObject(
  Object.fromEntries(
    systems.map((name) => [
      name,
      all[name].options.optional().describe(`What is chosen for exports of ${name}.`),
    ]),
  ) as {
    readonly [Name in System]: z.ZodOptional<OptionsOf<Name>>;
  },
);

export type SourceOptions = z.input<typeof sourceOptions>;

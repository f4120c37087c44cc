import type { z } from 'zod';
import type { Archive } from './archive/archive.ts';
import { beginsDiscord, mayBeDiscord, recogniseDiscord } from './discord/forms.ts';
import { ID_RULE as discordIdRule } from './discord/ids.ts';
import { discordOptions } from './discord/options.ts';
import { readDiscord } from './discord/read-discord.ts';
import { beginsMattermost, mayBeMattermost, recogniseMattermost } from './mattermost/forms.ts';
import { ID_RULE as mattermostIdRule } from './mattermost/ids.ts';
import { mattermostOptions } from './mattermost/options.ts';
import { readMattermost } from './mattermost/read-mattermost.ts';
import type { ExportRows } from './rows/export-rows.ts';
import {
  beginsMongoArchive,
  mayBeRocketchat,
  recogniseRocketchat,
} from './rocketchat/collections.ts';
import { beginsMatrix, mayBeMatrix, recogniseMatrix } from './matrix/forms.ts';
import { ID_RULE as matrixIdRule } from './matrix/ids.ts';
import { matrixOptions } from './matrix/options.ts';
import { readMatrix } from './matrix/read-matrix.ts';
import { ID_RULE as rocketchatIdRule } from './rocketchat/ids.ts';
import { rocketchatOptions } from './rocketchat/options.ts';
import { readRocketchat } from './rocketchat/read-rocketchat.ts';
import { mayBeSendbird, recogniseSendbird } from './sendbird/forms.ts';
import { ID_RULE as sendbirdIdRule } from './sendbird/ids.ts';
import { sendbirdOptions } from './sendbird/options.ts';
import { readSendbird } from './sendbird/read-sendbird.ts';
import { recogniseService } from './service/forms.ts';
import { ID_RULE as serviceIdRule } from './service/ids.ts';
import { serviceOptions } from './service/options.ts';
import { readService } from './service/read-service.ts';
import { ID_RULE as slackIdRule } from './slack/ids.ts';
import { mayBeSlack, readAnySlack, recogniseSlack } from './slack/forms.ts';
import { slackOptions } from './slack/options.ts';
import { beginsJson, mayHaveJson } from './reading/json-entries.ts';
import { recogniseStream } from './stream/forms.ts';
import { ID_RULE as streamIdRule } from './stream/ids.ts';
import { streamOptions } from './stream/options.ts';
import { readStream } from './stream/read-stream.ts';
import { beginsTelegram, mayBeTelegram, recogniseTelegram } from './telegram/forms.ts';
import { ID_RULE as telegramIdRule } from './telegram/ids.ts';
import { telegramOptions } from './telegram/options.ts';
import { readTelegram } from './telegram/read-telegram.ts';
import { recogniseTwilio } from './twilio/forms.ts';
import { ID_RULE as twilioIdRule } from './twilio/ids.ts';
import { twilioOptions } from './twilio/options.ts';
import { readTwilio } from './twilio/read-twilio.ts';
import { beginsXmpp, mayBeXmpp, recogniseXmpp } from './xmpp/forms.ts';
import { ID_RULE as xmppIdRule } from './xmpp/ids.ts';
import { xmppOptions } from './xmpp/options.ts';
import { readXmpp } from './xmpp/read-xmpp.ts';
import { mayBeZulip, recogniseZulip } from './zulip/forms.ts';
import { ID_RULE as zulipIdRule } from './zulip/ids.ts';
import { zulipOptions } from './zulip/options.ts';
import { readZulip } from './zulip/read-zulip.ts';

/** Everything that depends on the system that an export is of. */
interface Preset {
  readonly title: string;
  /** Whether a folder with these names can be an export: a quick check before all of it is listed. */
  readonly mayBe: (names: readonly string[]) => boolean;
  /** Whether a single file that begins so can be one; absent where an export is never a file of text. */
  readonly mayBeFile?: (head: string) => boolean;
  /** The rule by which an export is recognised; undefined for what is not one. */
  readonly recognise: (archive: Archive) => Promise<string | undefined>;
  /** Version of the rule that makes ids unique in the app. */
  readonly idRule: number;
  readonly read: (archive: Archive, options: unknown, out: ExportRows) => Promise<void>;
}

function preset<Options>(
  options: z.ZodType<Options>,
  {
    read,
    ...rest
  }: Omit<Preset, 'read'> & {
    readonly read: (archive: Archive, options: Options, out: ExportRows) => Promise<void>;
  },
): Preset {
  return { ...rest, read: (archive, given, out) => read(archive, options.parse(given ?? {}), out) };
}

/** The systems whose exports can be read, in the order in which they are tried. */
const table = {
  slack: preset(slackOptions, {
    title: 'Slack',
    mayBe: mayBeSlack,
    recognise: recogniseSlack,
    idRule: slackIdRule,
    read: readAnySlack,
  }),
  mattermost: preset(mattermostOptions, {
    title: 'Mattermost',
    mayBe: mayBeMattermost,
    mayBeFile: beginsMattermost,
    recognise: recogniseMattermost,
    idRule: mattermostIdRule,
    read: readMattermost,
  }),
  zulip: preset(zulipOptions, {
    title: 'Zulip',
    mayBe: mayBeZulip,
    recognise: recogniseZulip,
    idRule: zulipIdRule,
    read: readZulip,
  }),
  // These look into few files: they come before those that look into all.
  stream: preset(streamOptions, {
    title: 'Stream',
    mayBe: mayHaveJson,
    mayBeFile: beginsJson,
    recognise: recogniseStream,
    idRule: streamIdRule,
    read: readStream,
  }),
  sendbird: preset(sendbirdOptions, {
    title: 'Sendbird',
    mayBe: mayBeSendbird,
    mayBeFile: beginsJson,
    recognise: recogniseSendbird,
    idRule: sendbirdIdRule,
    read: readSendbird,
  }),
  twilio: preset(twilioOptions, {
    title: 'Twilio',
    mayBe: mayHaveJson,
    mayBeFile: beginsJson,
    recognise: recogniseTwilio,
    idRule: twilioIdRule,
    read: readTwilio,
  }),
  service: preset(serviceOptions, {
    title: 'the service itself',
    mayBe: mayHaveJson,
    mayBeFile: beginsJson,
    recognise: recogniseService,
    idRule: serviceIdRule,
    read: readService,
  }),
  discord: preset(discordOptions, {
    title: 'Discord',
    mayBe: mayBeDiscord,
    mayBeFile: beginsDiscord,
    recognise: recogniseDiscord,
    idRule: discordIdRule,
    read: readDiscord,
  }),
  telegram: preset(telegramOptions, {
    title: 'Telegram',
    mayBe: mayBeTelegram,
    mayBeFile: beginsTelegram,
    recognise: recogniseTelegram,
    idRule: telegramIdRule,
    read: readTelegram,
  }),
  matrix: preset(matrixOptions, {
    title: 'Matrix',
    mayBe: mayBeMatrix,
    mayBeFile: beginsMatrix,
    recognise: recogniseMatrix,
    idRule: matrixIdRule,
    read: readMatrix,
  }),
  xmpp: preset(xmppOptions, {
    title: 'XMPP',
    mayBe: mayBeXmpp,
    mayBeFile: beginsXmpp,
    recognise: recogniseXmpp,
    idRule: xmppIdRule,
    read: readXmpp,
  }),
  rocketchat: preset(rocketchatOptions, {
    title: 'Rocket.Chat',
    mayBe: mayBeRocketchat,
    mayBeFile: beginsMongoArchive,
    recognise: recogniseRocketchat,
    idRule: rocketchatIdRule,
    read: readRocketchat,
  }),
} as const satisfies Record<string, Preset>;

export type System = keyof typeof table;

export const presets: Readonly<Record<System, Preset>> = table;

export const systems: readonly System[] = Object.keys(table) as System[];

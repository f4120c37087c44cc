import type { z } from 'zod';
import type { Archive } from './archive/archive.ts';
import { beginsDiscord, mayBeDiscord, recogniseDiscord } from './discord/forms.ts';
import { ID_RULE as discordIdRule } from './discord/ids.ts';
import { discordOptions } from './discord/options.ts';
import { beginsMattermost, mayBeMattermost, recogniseMattermost } from './mattermost/forms.ts';
import { ID_RULE as mattermostIdRule } from './mattermost/ids.ts';
import { mattermostOptions } from './mattermost/options.ts';
import { recognisePubnub } from './pubnub/forms.ts';
import { ID_RULE as pubnubIdRule } from './pubnub/ids.ts';
import { pubnubOptions } from './pubnub/options.ts';
import type { ExportRows } from './rows/export-rows.ts';
import { type SourceWords, timeAt } from './rows/source-words.ts';
import type { System } from './systems.ts';
import {
  beginsMongoArchive,
  mayBeRocketchat,
  recogniseRocketchat,
} from './rocketchat/collections.ts';
import { beginsMatrix, mayBeMatrix, recogniseMatrix } from './matrix/forms.ts';
import { ID_RULE as matrixIdRule } from './matrix/ids.ts';
import { matrixOptions } from './matrix/options.ts';
import { ID_RULE as rocketchatIdRule } from './rocketchat/ids.ts';
import { rocketchatOptions } from './rocketchat/options.ts';
import { mayBeSendbird, recogniseSendbird } from './sendbird/forms.ts';
import { ID_RULE as sendbirdIdRule } from './sendbird/ids.ts';
import { sendbirdOptions } from './sendbird/options.ts';
import { recogniseService } from './service/forms.ts';
import { ID_RULE as serviceIdRule } from './service/ids.ts';
import { serviceOptions } from './service/options.ts';
import { ID_RULE as slackIdRule } from './slack/ids.ts';
import { mayBeSlack, readAnySlack, recogniseSlack } from './slack/forms.ts';
import { slackOptions } from './slack/options.ts';
import { beginsJson, mayHaveJson } from './reading/json-entries.ts';
import { recogniseStream } from './stream/forms.ts';
import { ID_RULE as streamIdRule } from './stream/ids.ts';
import { streamOptions } from './stream/options.ts';
import { beginsTelegram, mayBeTelegram, recogniseTelegram } from './telegram/forms.ts';
import { ID_RULE as telegramIdRule } from './telegram/ids.ts';
import { telegramOptions } from './telegram/options.ts';
import { recogniseTwilio } from './twilio/forms.ts';
import { ID_RULE as twilioIdRule } from './twilio/ids.ts';
import { twilioOptions } from './twilio/options.ts';
import { mattermostTime } from './mattermost/source-time.ts';
import { rocketchatTime } from './rocketchat/source-time.ts';
import { telegramTime } from './telegram/source-time.ts';
import { beginsXmpp, mayBeXmpp, recogniseXmpp } from './xmpp/forms.ts';
import { ID_RULE as xmppIdRule } from './xmpp/ids.ts';
import { xmppOptions } from './xmpp/options.ts';
import { mayBeZulip, recogniseZulip } from './zulip/forms.ts';
import { ID_RULE as zulipIdRule } from './zulip/ids.ts';
import { zulipOptions } from './zulip/options.ts';

/** Everything that depends on the system that an export is of. */
interface Preset extends SourceWords {
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

const ISO = 'a time with its zone, such as 2025-01-23T13:05:35Z';
const MILLISECONDS = 'milliseconds since 1970, such as 1736855618748';

/** What an export is loaded when one is read. */
export const presets: Readonly<Record<System, Preset>> = {
  slack: preset(slackOptions, {
    title: 'Slack',
    timeIn: timeAt('ts', 'UNIX seconds with a fraction, as text, such as "1736496000.000100"'),
    mayBe: mayBeSlack,
    recognise: recogniseSlack,
    idRule: slackIdRule,
    read: readAnySlack,
  }),
  mattermost: preset(mattermostOptions, {
    title: 'Mattermost',
    timeIn: mattermostTime,
    mayBe: mayBeMattermost,
    mayBeFile: beginsMattermost,
    recognise: recogniseMattermost,
    idRule: mattermostIdRule,
    read: async (...given) =>
      (await import('./mattermost/read-mattermost.ts')).readMattermost(...given),
  }),
  zulip: preset(zulipOptions, {
    title: 'Zulip',
    timeIn: timeAt('date_sent', 'UNIX seconds, such as 1711962000.9999'),
    mayBe: mayBeZulip,
    recognise: recogniseZulip,
    idRule: zulipIdRule,
    read: async (...given) => (await import('./zulip/read-zulip.ts')).readZulip(...given),
  }),
  stream: preset(streamOptions, {
    title: 'Stream',
    timeIn: timeAt('created_at', ISO),
    mayBe: mayHaveJson,
    mayBeFile: beginsJson,
    recognise: recogniseStream,
    idRule: streamIdRule,
    read: async (...given) => (await import('./stream/read-stream.ts')).readStream(...given),
  }),
  sendbird: preset(sendbirdOptions, {
    title: 'Sendbird',
    timeIn: timeAt('created_at', MILLISECONDS),
    mayBe: mayBeSendbird,
    mayBeFile: beginsJson,
    recognise: recogniseSendbird,
    idRule: sendbirdIdRule,
    read: async (...given) => (await import('./sendbird/read-sendbird.ts')).readSendbird(...given),
  }),
  twilio: preset(twilioOptions, {
    title: 'Twilio',
    timeIn: timeAt('date_created', ISO),
    mayBe: mayHaveJson,
    mayBeFile: beginsJson,
    recognise: recogniseTwilio,
    idRule: twilioIdRule,
    read: async (...given) => (await import('./twilio/read-twilio.ts')).readTwilio(...given),
  }),
  pubnub: preset(pubnubOptions, {
    title: 'PubNub',
    timeIn: timeAt(
      'timetoken',
      '17 digits in units of 100 nanoseconds, such as "17092836000000000"',
    ),
    mayBe: mayHaveJson,
    mayBeFile: beginsJson,
    recognise: recognisePubnub,
    idRule: pubnubIdRule,
    read: async (...given) => (await import('./pubnub/read-pubnub.ts')).readPubnub(...given),
  }),
  service: preset(serviceOptions, {
    title: 'the service itself',
    timeIn: timeAt('sentAt', 'UNIX seconds, such as 1738423490'),
    mayBe: mayHaveJson,
    mayBeFile: beginsJson,
    recognise: recogniseService,
    idRule: serviceIdRule,
    read: async (...given) => (await import('./service/read-service.ts')).readService(...given),
  }),
  discord: preset(discordOptions, {
    title: 'Discord',
    timeIn: timeAt('timestamp', ISO),
    mayBe: mayBeDiscord,
    mayBeFile: beginsDiscord,
    recognise: recogniseDiscord,
    idRule: discordIdRule,
    read: async (...given) => (await import('./discord/read-discord.ts')).readDiscord(...given),
  }),
  telegram: preset(telegramOptions, {
    title: 'Telegram',
    timeIn: telegramTime,
    mayBe: mayBeTelegram,
    mayBeFile: beginsTelegram,
    recognise: recogniseTelegram,
    idRule: telegramIdRule,
    read: async (...given) => (await import('./telegram/read-telegram.ts')).readTelegram(...given),
  }),
  matrix: preset(matrixOptions, {
    title: 'Matrix',
    timeIn: timeAt('origin_server_ts', MILLISECONDS),
    mayBe: mayBeMatrix,
    mayBeFile: beginsMatrix,
    recognise: recogniseMatrix,
    idRule: matrixIdRule,
    read: async (...given) => (await import('./matrix/read-matrix.ts')).readMatrix(...given),
  }),
  xmpp: preset(xmppOptions, {
    title: 'XMPP',
    timeIn: timeAt('stamp', ISO),
    mayBe: mayBeXmpp,
    mayBeFile: beginsXmpp,
    recognise: recogniseXmpp,
    idRule: xmppIdRule,
    read: async (...given) => (await import('./xmpp/read-xmpp.ts')).readXmpp(...given),
  }),
  rocketchat: preset(rocketchatOptions, {
    title: 'Rocket.Chat',
    timeIn: rocketchatTime,
    mayBe: mayBeRocketchat,
    mayBeFile: beginsMongoArchive,
    recognise: recogniseRocketchat,
    idRule: rocketchatIdRule,
    read: async (...given) =>
      (await import('./rocketchat/read-rocketchat.ts')).readRocketchat(...given),
  }),
};

import { limits } from '@chatferry/contract';
import { LANES, systems } from '@chatferry/job/choices';
import {
  countOrShare,
  countOrShareOrNone,
  durationMs,
  matching,
  oneOf,
  rate,
  type Setting,
  text,
  type ValueOf,
  wholeNumber,
  wholeNumberOr,
} from './values.ts';

/** Settings of what is planned, and where. */
export const jobSettings = {
  job: {
    value: 'DIR',
    help: 'The job folder, which holds the plan and its outcome. Default: chatferry-job.',
    read: text,
  },
  from: {
    value: 'SYSTEM',
    help: `The system that the inputs are exports of: ${systems.join(', ')}. Default: recognised by what they contain.`,
    read: oneOf(...systems),
  },
} as const satisfies Record<string, Setting>;

/** Settings for the rules of a plan. */
export const ruleSettings = {
  'max-rejects': {
    value: 'N|N%',
    help: 'How many rejected rows are accepted, as a number or a share of all rows. Default: 0.',
    read: countOrShare,
  },
  'retention-months': {
    value: 'N|none',
    help: `How many months the service keeps messages. Messages that are older, or on their last day, are rejected. Default: ${limits.retentionMonths}.`,
    read: wholeNumberOr('none', 1),
  },
  'records-per-request': {
    value: 'N',
    help: `Maximum number of records in one request, at most ${limits.recordsPerImport}. Default: ${limits.recordsPerImport}.`,
    read: wholeNumber(1, limits.recordsPerImport),
  },
  'max-request-bytes': {
    value: 'N',
    help: 'Maximum size of one request in bytes. Default: 1000000.',
    read: wholeNumber(1000),
  },
  ids: {
    value: 'keep|map|hash|fold',
    help: 'Ids that the service does not accept: reject them (keep), or change them by the id rule. For ids that differ only in case, hash makes them two ids and fold one. Default: map.',
    read: oneOf('keep', 'map', 'hash', 'fold'),
  },
  'muid-prefix': {
    value: 'TEXT',
    help: 'Text to put before every message id, so that the ids of two exports do not collide in one app.',
    read: matching(/^[^\s\p{Cc}]{1,50}$/u, 'at most 50 characters, no blank among them'),
  },
  'id-prefix': {
    value: 'TEXT',
    help: 'Text to put before every uid and guid, references included.',
    read: matching(/^[a-z0-9_-]{1,50}$/, 'at most 50 of the characters a-z 0-9 - _'),
  },
  'on-missing-user': {
    value: 'reject|placeholder',
    help: 'Records that refer to a user who is not in the export: reject them, or create a placeholder user. Default: reject.',
    read: oneOf('reject', 'placeholder'),
  },
  'on-missing-group': {
    value: 'reject|placeholder',
    help: 'Records that refer to a group that is not in the export: reject them, or create a private placeholder group. Default: reject.',
    read: oneOf('reject', 'placeholder'),
  },
  'sender-not-member': {
    value: 'warn|reject|add',
    help: 'Messages whose sender is not a member of the group: warn about them, reject them, or add the sender to the members. Default: warn.',
    read: oneOf('warn', 'reject', 'add'),
  },
  duplicates: {
    value: 'first|last|reject',
    help: 'Rows with the same id and different content: keep the first, keep the last, or reject all of them. Default: first.',
    read: oneOf('first', 'last', 'reject'),
  },
  'two-person-groups': {
    value: 'keep|direct',
    help: 'Groups of exactly two people without a name: keep them, or turn them into direct conversations. Groups with a name are kept. Default: keep.',
    read: oneOf('keep', 'direct'),
  },
} as const satisfies Record<string, Setting>;

/** Settings of where records go to. */
export const targetSettings = {
  'app-id': { value: 'ID', help: 'The id of the app.', read: text },
  region: {
    value: 'REGION',
    help: 'The region of the app: us, eu or in.',
    read: oneOf('us', 'eu', 'in'),
  },
  'base-url': {
    value: 'URL',
    help: 'The address of the chat API, including /v3. Default: derived from app id and region.',
    read: text,
  },
} as const satisfies Record<string, Setting>;

/** Settings for sending records. */
export const sendingSettings = {
  'requests-per-minute': {
    value: 'N|unlimited|TIMES',
    help: `Request quota, also by time of day: "22:00-06:00 60/min, else 20/min". Default: ${limits.importRequestsPerMinute}.`,
    read: rate,
  },
  'time-zone': {
    value: 'ZONE',
    help: 'The time zone of a quota by time of day, and of the times that view shows, such as Europe/Berlin. Default: UTC for a quota, that of the machine for view.',
    read: text,
  },
  'shared-quota': {
    help: 'Whether the four import operations share one quota (default) or have one each.',
    negatable: true,
  },
  concurrency: {
    value: 'N',
    help: `Maximum number of requests in flight, at most ${LANES}. Default: ${LANES}.`,
    read: wholeNumber(1, LANES),
  },
  'max-failures': {
    value: 'N|N%|none',
    help: 'Stop when more records have failed than this. Default: when the service refuses 200 records of a kind in a row with one code, 95 % of the last 1,000, or all of a smaller kind.',
    read: countOrShareOrNone,
  },
  'max-different': {
    value: 'N|N%',
    help: 'Stop when the app already held more records than this with content that differs from the plan; with cut-over, when more are not in the app as planned. Default: 0.',
    read: countOrShare,
  },
  'give-up-after': {
    value: 'TIME',
    help: 'Stop when the service has been unavailable for this long, such as 30m or 12h. Default: 1h.',
    read: durationMs,
  },
} as const satisfies Record<string, Setting>;

/** All settings: each may be in the configuration, and is an option of the command line with the same name in hyphens. */
export const settings = {
  ...jobSettings,
  ...ruleSettings,
  ...targetSettings,
  ...sendingSettings,
} as const;

export type SettingName = keyof typeof settings;

/** The settings that have a value. */
export type SettingValues = {
  readonly [Name in SettingName]?: ValueOf<(typeof settings)[Name]>;
};

export const settingNames: readonly SettingName[] = namesIn(settings);

/** The names in a table of settings, in its order. */
export function namesIn<Name extends string>(
  table: Readonly<Record<Name, unknown>>,
): readonly Name[] {
  return Object.keys(table) as Name[];
}

/** `on-missing-user` is `onMissingUser` in the configuration. */
export type KeyOf<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<KeyOf<Rest>>}`
  : Name;

export function keyOf<Name extends SettingName>(name: Name): KeyOf<Name> {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as KeyOf<Name>;
}

import { inputKinds, limits } from '@chatferry/contract';
import { formats, LANES, systems } from '@chatferry/job/choices';
import { metricsAddress } from './metrics-address.ts';
import { deltaOptions } from './delta-options.ts';
import { draftOptions } from './draft-options.ts';
import { fleetOptions } from './fleet-options.ts';
import { mediaOptions } from './media-options.ts';
import { cutOverOptions } from './cut-over-options.ts';
import { followOptions } from './follow-options.ts';
import {
  countOrShare,
  countOrShareOrNone,
  durationMs,
  matching,
  moment,
  oneOf,
  rate,
  type ReadValue,
  text,
  wholeNumber,
  wholeNumberOr,
  type Option,
} from './values.ts';

/** All options. A command names its options; the parser, --help and the docs test read this table. */
export const options = {
  help: { help: 'Show this help.' },
  json: { help: 'Print results for machines, as JSON.' },
  yes: {
    help: 'Send live operations without asking, about which the app may notify users: replies, reactions and friends. With undo, followed by the app id: start without asking.',
  },
  quiet: { help: 'Print only the result and errors.' },
  job: {
    value: 'DIR',
    help: 'The job folder, which holds the plan and its outcome. Default: chatferry-job.',
    read: text,
  },
  config: {
    value: 'FILE',
    help: 'The configuration file. Default: chatferry.yaml or chatferry.config.ts, if one exists.',
    read: text,
  },

  kind: {
    value: 'KIND',
    help: `${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(inputKinds)}: the kind of record in an input; with init, of all rows; with verify, the only kind to compare.`,
    read: oneOf(...inputKinds),
  },
  format: {
    value: 'FORMAT',
    help: 'The format of stdin, or of a file whose name does not show it: csv, json, ndjson, bson or mongo-archive.',
    read: oneOf(...formats),
  },
  from: {
    value: 'SYSTEM',
    help: `The system that the inputs are exports of: ${systems.join(', ')}. Default: recognised by what they contain.`,
    read: oneOf(...systems),
  },

  ...draftOptions,
  force: {
    help: 'With init, replace a configuration that exists. With undo, also remove the users and groups that hold records of others.',
  },
  kept: {
    value: 'N',
    help: 'With undo --force, the number of users and groups that hold records of others, instead of being asked for it.',
    read: wholeNumber(0),
  },
  absent: {
    value: 'N',
    help: 'With undo, the number of records that this job created and the lists of the app lack, when they are many.',
    read: wholeNumber(0),
  },
  'dry-run': { help: 'Only print what would be changed.' },
  ...deltaOptions,
  since: {
    value: 'MOMENT|last',
    help: 'With export, bring a complete export up to date: read what changed since a moment such as 2026-11-20T21:30:00Z, or since the last export.',
    read: moment,
  },
  ...followOptions,
  ...cutOverOptions,
  'follow-links': {
    help: 'Also read symbolic links that lead out of an input folder.',
  },
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

  store: {
    value: 'ADDRESS',
    help: "The PostgreSQL database that has the ledger: '${NAME}', in quotes, for an environment variable, a file with the address, or an address without a password. Default: none.",
    read: text,
  },
  'codes-only': {
    help: 'Keep only the codes of the service, and not its sentences, which may quote people: in the ledger, the log and what is printed.',
  },
  metrics: {
    value: '[HOST:]PORT',
    help: 'Serve metrics and the state of health over HTTP during the run, on this machine only unless a host is given. Default: none.',
    read: matching(metricsAddress, 'a port such as 9464, or 0.0.0.0:9464'),
  },
  'plan-cache': {
    value: 'DIR',
    help: 'The folder for copies of plans, at most 20 GB. Default: chatferry-plans.',
    read: text,
  },

  ...fleetOptions,
  ...mediaOptions,

  browser: { help: 'Open the address in the browser.' },
  port: {
    value: 'N',
    help: 'Port to listen on; 0 takes a free one. Default: 8787 for serve, a free one for view.',
    read: wholeNumber(0, 65_535),
  },
  db: {
    value: 'FILE',
    help: 'The database file of the local service. Default: chatferry-service.sqlite.',
    read: text,
  },
  seed: { value: 'FILE', help: 'A file with the initial state.', read: text },
  faults: {
    value: 'FILE',
    help: 'A file with fault rules, to rehearse outages and errors.',
    read: text,
  },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof options;

type ValueOf<Name extends OptionName> = (typeof options)[Name] extends {
  readonly read: ReadValue<infer Value>;
}
  ? Value
  : boolean;

/** The options on the command line. Defaults are applied where a setting is used. */
export type OptionValues<Name extends OptionName = OptionName> = {
  readonly [Each in Name]?: ValueOf<Each>;
};

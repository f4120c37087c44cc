import { limits } from '@chatferry/contract';
import { LANES } from '../planning/lanes.ts';
import {
  countOrShare,
  durationMs,
  oneOf,
  rate,
  type ReadValue,
  text,
  wholeNumber,
  wholeNumberOr,
} from './values.ts';

/** One option: how its value is read and what --help and the docs say of it. */
export interface Option<Value = unknown> {
  /** What stands for the value in the help; absent when the option takes none. */
  readonly value?: string;
  readonly help: string;
  readonly read?: ReadValue<Value>;
  /** Whether `--no-…` turns it off. */
  readonly negatable?: true;
}

/** Every option there is. A command names the ones it takes; the parser, --help and the docs test read this table. */
export const options = {
  help: { help: 'Show this help.' },
  json: { help: 'Print results for machines, as JSON.' },
  quiet: { help: 'Print only the result and errors.' },
  job: {
    value: 'DIR',
    help: 'The job folder, which holds the plan and all that becomes of it. Default: chatferry-job.',
    read: text,
  },
  config: {
    value: 'FILE',
    help: 'The configuration. Default: chatferry.yaml, if there is one.',
    read: text,
  },

  kind: {
    value: 'KIND',
    help: 'What stdin, or a file whose name does not say it, holds: users, groups, members or messages.',
    read: oneOf('users', 'groups', 'members', 'messages'),
  },
  format: {
    value: 'FORMAT',
    help: 'The format of stdin, or of a file whose name does not say it: csv, json or ndjson.',
    read: oneOf('csv', 'json', 'ndjson'),
  },

  'max-rejects': {
    value: 'N|N%',
    help: 'Rejected rows that are accepted, as a number or a share of all rows. Default: 0.',
    read: countOrShare,
  },
  'retention-months': {
    value: 'N|none',
    help: `Months the service keeps messages; older ones, and those of its last day, are rejected. Default: ${limits.retentionMonths}.`,
    read: wholeNumberOr('none', 1),
  },
  'records-per-request': {
    value: 'N',
    help: `Records in one request, at most ${limits.recordsPerImport}. Default: ${limits.recordsPerImport}.`,
    read: wholeNumber(1, limits.recordsPerImport),
  },
  'max-request-bytes': {
    value: 'N',
    help: 'Size of one request in bytes. Default: 1000000.',
    read: wholeNumber(1000),
  },
  ids: {
    value: 'keep|map',
    help: 'Whether ids that the service does not take are rejected, or changed by its id rule. Default: map.',
    read: oneOf('keep', 'map'),
  },
  'on-missing-user': {
    value: 'reject|placeholder',
    help: 'What happens to records of a user that is not among the users. Default: reject.',
    read: oneOf('reject', 'placeholder'),
  },
  'sender-not-member': {
    value: 'warn|reject',
    help: 'What happens to a message whose sender is no member of its group. Default: warn.',
    read: oneOf('warn', 'reject'),
  },

  duplicates: {
    value: 'first|last|reject',
    help: 'Which row stands when several have the same id and other content. Default: first.',
    read: oneOf('first', 'last', 'reject'),
  },
  'two-person-groups': {
    value: 'keep|direct',
    help: 'Whether groups of exactly two people stay groups, or become conversations of the two. Default: keep.',
    read: oneOf('keep', 'direct'),
  },

  'app-id': { value: 'ID', help: 'The app to send to.', read: text },
  region: {
    value: 'REGION',
    help: 'Where the app lives: us, eu or in.',
    read: oneOf('us', 'eu', 'in'),
  },
  'base-url': {
    value: 'URL',
    help: 'Address of the chat API with its /v3, in place of the one that follows from app and region.',
    read: text,
  },

  'requests-per-minute': {
    value: 'N|unlimited|TIMES',
    help: `Quota of the import, also by time of day: "22:00-06:00 60/min, else 20/min". Default: ${limits.importRequestsPerMinute}.`,
    read: rate,
  },
  'time-zone': {
    value: 'ZONE',
    help: 'Whose clock a quota by time of day follows, such as Europe/Berlin. Default: UTC.',
    read: text,
  },
  'shared-quota': {
    help: 'Whether the four import operations share the quota (default) or have it one each.',
    negatable: true,
  },
  concurrency: {
    value: 'N',
    help: `Requests in flight at the same time, at most ${LANES}. Default: ${LANES}.`,
    read: wholeNumber(1, LANES),
  },
  'max-failures': {
    value: 'N|N%',
    help: 'Failed records after which the run stops. Default: no limit.',
    read: countOrShare,
  },
  'give-up-after': {
    value: 'TIME',
    help: 'How long a service that does not answer is tried again, such as 30m or 12h. Default: 1h.',
    read: durationMs,
  },

  port: {
    value: 'N',
    help: 'Port to listen on; 0 takes a free one. Default: 8787.',
    read: wholeNumber(0, 65_535),
  },
  db: {
    value: 'FILE',
    help: 'File that keeps what the service holds. Default: chatferry-service.sqlite.',
    read: text,
  },
  seed: { value: 'FILE', help: 'State to start with.', read: text },
  faults: { value: 'FILE', help: 'Rules for misbehaving, to rehearse a bad day.', read: text },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof options;

type ValueOf<Name extends OptionName> = (typeof options)[Name] extends {
  readonly read: ReadValue<infer Value>;
}
  ? Value
  : boolean;

/** Only what was given on the command line; a default is known where the setting is used. */
export type OptionValues<Name extends OptionName = OptionName> = {
  readonly [Each in Name]?: ValueOf<Each>;
};

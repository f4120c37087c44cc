import {
  jobSettings,
  matching,
  oneOf,
  ruleSettings,
  sendingSettings,
  targetSettings,
  text,
  type ValueOf,
  wholeNumber,
} from '@chatferry/configuration';
import { inputKinds } from '@chatferry/contract';
import { formats } from '@chatferry/job/choices';
import { metricsAddress } from './metrics-address.ts';
import { deltaOptions } from './delta-options.ts';
import { draftOptions } from './draft-options.ts';
import { fleetOptions } from './fleet-options.ts';
import { mediaOptions } from './media-options.ts';
import { cutOverOptions } from './cut-over-options.ts';
import { followOptions } from './follow-options.ts';
import { moment, type Option } from './values.ts';

/** All options. A command names its options; the parser, --help and the docs test read this table. */
export const options = {
  help: { help: 'Show this help.' },
  json: { help: 'Print results for machines, as JSON.' },
  yes: {
    help: 'Send live operations without asking, about which the app may notify users: replies, reactions and friends. With undo, followed by the app id: start without asking.',
  },
  quiet: { help: 'Print only the result and errors.' },
  job: jobSettings.job,
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
  from: jobSettings.from,

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
  ...ruleSettings,

  ...targetSettings,

  ...sendingSettings,

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

/** The options on the command line. Defaults are applied where a setting is used. */
export type OptionValues<Name extends OptionName = OptionName> = {
  readonly [Each in Name]?: ValueOf<(typeof options)[Each]>;
};

import type { Cleaning } from '@chatferry/parsers';
import type { Plan } from '@chatferry/planner';
import { defaultPlanSettings, type PlanSettings } from '../planning/plan-settings.ts';
import { mappingsOf } from '../planning/stored-mappings.ts';
import { count, counted, type Kind } from '@chatferry/contract';
import { bytes } from '@chatferry/disk';

/** A rule that shaped the plan: its name in the configuration, its value, and what the value means. */
export interface Rule {
  readonly setting: string;
  readonly value: string;
  readonly means: string;
}

type Config = Partial<PlanSettings>;

const words = {
  ids: {
    keep: 'Ids that the service does not accept are rejected.',
    map: 'Ids that the service does not accept are changed to follow its id rule.',
  },
  onMissingUser: {
    reject: 'Records that refer to a user that is not in the export are rejected.',
    placeholder: 'A user that is not in the export is created, and tagged as a placeholder.',
  },
  onMissingGroup: {
    reject: 'Records that refer to a group that is not in the export are rejected.',
    placeholder: 'A group that is not in the export is created, and tagged as a placeholder.',
  },
  senderNotMember: {
    add: 'The sender of a message to a group who is not a member of it is made one.',
    warn: 'Messages to a group are sent although the sender is not a member of it.',
    reject: 'Messages to a group whose sender is not a member of it are rejected.',
  },
  duplicates: {
    first: 'Of rows with the same id and different content, the first is kept.',
    last: 'Of rows with the same id and different content, the last is kept.',
    reject: 'Rows with the same id and different content are all rejected.',
  },
  twoPersonGroups: {
    keep: 'Groups of two people stay groups.',
    direct: 'Groups of two people without a name become conversations of the two.',
  },
  threads: {
    metadata:
      'Replies are ordinary messages with their dates, and name the message they reply to in their metadata.',
    reply: 'Replies are sent live in the thread of their message, without their dates.',
    flat: 'Replies become ordinary messages.',
  },
} as const;

/** The settings that decided which rows are sent, and in what form. */
export function rulesInForce({ config, rules }: Pick<Plan, 'config' | 'rules'>): Rule[] {
  const given: PlanSettings = { ...defaultPlanSettings, ...(config as Config) };
  const { retentionMonths, recordsPerRequest, maxRequestBytes } = { ...given, ...rules };
  const chosen = (Object.keys(words) as (keyof typeof words)[]).map((setting): Rule => {
    const value = given[setting];
    return { setting, value, means: (words[setting] as Record<string, string>)[value] ?? '' };
  });
  return [
    ...chosen,
    {
      setting: 'createRoles',
      value: String(given.createRoles ?? false),
      means:
        given.createRoles === true
          ? 'Roles that users have and the export does not contain are created.'
          : 'Roles that users have must be in the export or in the app.',
    },
    ...prefixRules(given),
    ...(given.newerThan === undefined
      ? []
      : [
          {
            setting: 'newerThan',
            value: given.newerThan,
            means:
              'Messages that are older, and the replies and reactions to them, are left to a later job.',
          },
        ]),
    ...(given.onlyConversations === undefined
      ? []
      : [
          {
            setting: 'onlyConversations',
            value: counted(given.onlyConversations.length, 'conversation'),
            means: 'All others are left to a later job, with the users whom these do not need.',
          },
        ]),
    {
      setting: 'retentionMonths',
      value: String(retentionMonths),
      means:
        retentionMonths === 'none'
          ? 'Messages of any age are sent.'
          : `Messages older than ${retentionMonths} months, less a day, are not sent.`,
    },
    {
      setting: 'recordsPerRequest',
      value: count(recordsPerRequest),
      means: 'The maximum number of records in a request.',
    },
    {
      setting: 'maxRequestBytes',
      value: count(maxRequestBytes),
      means: `A request is at most ${bytes(maxRequestBytes)} large.`,
    },
  ];
}

/** The rules and cleaning settings that differ from the defaults. */
export function changedRules(plan: Pick<Plan, 'config' | 'rules'>): Rule[] {
  const usual = new Map(
    rulesInForce({ config: {}, rules: {} as Plan['rules'] }).map((rule) => [
      rule.setting,
      rule.value,
    ]),
  );
  const changed = rulesInForce(plan).filter(({ setting, value }) => usual.get(setting) !== value);
  return [...changed, ...cleaningInForce(plan)];
}

function ruleIf(setting: string, value: string | undefined, means: string): Rule[] {
  return value === undefined ? [] : [{ setting, value, means }];
}

function prefixRules({ muidPrefix, idPrefix }: PlanSettings): Rule[] {
  return [
    ...ruleIf('muidPrefix', muidPrefix, 'This is put before every message id.'),
    ...ruleIf('idPrefix', idPrefix, 'This is put before every id of a user or a group.'),
  ];
}

/** By setting and value; by the setting alone if the value is free text. */
const cleaningWords: Readonly<Record<keyof Cleaning, string | Readonly<Record<string, string>>>> = {
  badOptional: {
    drop: 'Bad values of optional fields are left out.',
    reject: 'Rows with a bad value in an optional field are rejected.',
  },
  mentions: 'Of more than ten mentioned users, the later ones are written as @name.',
  tooOld: 'Messages older than the retention are left out.',
  blankText: 'Text messages without text are left out.',
  tooLong: {
    cut: 'Names and texts that are too long are cut.',
    split: 'Texts that are too long become several messages; names that are too long are cut.',
  },
  brokenText: {
    replace: 'Halves of characters are replaced by the replacement character U+FFFD.',
    remove: 'Halves of characters and replacement characters are removed.',
  },
};

/** The cleaning settings: changes to rows that would have been rejected. Empty when none is set. */
export function cleaningInForce({ config }: Pick<Plan, 'config'>): Rule[] {
  return Object.entries((config as Config).cleaning ?? {}).map(([key, value = '']) => {
    const meaning = cleaningWords[key as keyof Cleaning];
    const means = typeof meaning === 'string' ? meaning : (meaning?.[value] ?? '');
    return { setting: `cleaning.${key}`, value, means };
  });
}

/** How the rows of one kind in a file were read; names of columns and fields only. */
export interface FileMapping {
  readonly file: string;
  readonly kind: Kind;
  readonly renamed: readonly string[];
  readonly ignored: readonly string[];
  /** Empty fields that were filled in. */
  readonly filled: readonly string[];
  /** Columns and paths whose values decided whether a row was read. */
  readonly filters: readonly string[];
  /** Fields whose values were made or converted. */
  readonly converted: readonly string[];
  /** The configuration whose `transform` the rows went through. */
  readonly transformed: readonly string[];
}

/** The files whose columns were renamed, ignored, filled in, filtered or converted. */
export function mappingsInForce(plan: Pick<Plan, 'config'>): FileMapping[] {
  return mappingsOf(plan)
    .flatMap(({ file, kind, mappings }) => mappings.map((mapping) => ({ file, kind, ...mapping })))
    .map(({ file, kind, columns = {}, ignore = [], constants = {}, when = {}, ...more }) => ({
      file,
      kind,
      renamed: Object.entries(columns).map(
        ([column, field]) => `${column} → ${[field].flat().join(', ')}`,
      ),
      ignored: ignore,
      filled: Object.keys(constants),
      filters: [...Object.keys(when), ...Object.keys(more.only ?? {})],
      converted: Object.keys(more.convert ?? {}),
      transformed: more.transform === undefined ? [] : [more.transform.file],
    }))
    .filter((mapping) =>
      Object.values(mapping).some((each) => Array.isArray(each) && each.length > 0),
    );
}

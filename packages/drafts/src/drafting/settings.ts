import path from 'node:path';
import { counted, limits } from '@chatferry/contract';
import type { Accepted, Proposal, ProposedValue } from '../guessing/proposal.ts';
import type { TableDraft } from '../proposing/table-draft.ts';
import { idsWithCapitals, isNamedWithCapitals } from './capital-ids.ts';
import type { ClockTimes, DraftOptions } from './draft-options.ts';
import type { FileDraft } from './file-draft.ts';

/** A setting for all files, which is always a proposal. */
export interface SettingDraft {
  readonly key: string;
  readonly value: unknown;
  readonly proposal: Proposal;
  /** Whether a plan without the setting is refused, or rejects all rows of a kind. */
  readonly isNeeded: boolean;
}

/** The settings that an export may need. @param year the current year */
export function settingsFor(
  files: readonly FileDraft[],
  { year, accepted, exports = [] }: Pick<DraftOptions, 'year' | 'accepted' | 'exports'>,
): SettingDraft[] {
  const tables = files.flatMap((file) => file.tables);
  const setting = (
    key: string,
    value: unknown,
    reason: string,
    { takes, isNeeded = false }: { takes?: ProposedValue; isNeeded?: boolean } = {},
  ): SettingDraft => ({
    key,
    isNeeded,
    value: accepted.get(key) ?? value,
    proposal: { name: key, reason, value: takes, isAccepted: accepted.has(key) },
  });
  const waits = (kind: string): boolean =>
    files.some(({ waiting }) => waiting.some((each) => each.kind === kind));
  // A file that cannot be read may hold them.
  const noFile = files.some(({ unread }) => unread !== undefined)
    ? 'no file that is read holds'
    : 'no file holds';
  const made = (key: string, kind: string, isMadeAnyway = false): SettingDraft => {
    const reason = `${noFile} ${kind}: this makes those that others refer to`;
    return setting(key, 'placeholder', reason, { isNeeded: !waits(kind) && !isMadeAnyway });
  };
  const oldest = Math.min(...tables.map(oldestYear));
  const zoneless = timeWithoutZone(files);
  const lacks = lackingKinds(tables);
  const capitals = idsWithCapitals(tables, lacks);
  const pairs = whyPairs(tables);
  return [
    oldest >= year
      ? []
      : setting(
          'retentionMonths',
          'none',
          `the service keeps messages for ${limits.retentionMonths} months unless its contract says otherwise, and those of this export begin in ${oldest}; a rehearsal needs chatferry serve --retention-months none, too`,
        ),
    zoneless === undefined
      ? []
      : setting(
          'zone',
          'Europe/Berlin',
          `times such as ${zoneless} name no zone, and it is never guessed: name the one of the system that wrote them`,
          { takes: { example: 'Europe/Berlin', isNeeded: true }, isNeeded: true },
        ),
    ...zonesOfClocks(exports, accepted),
    pairs === undefined
      ? []
      : setting(
          'twoPersonGroups',
          'direct',
          `${pairs}: this makes no group of two members without a name, and sends its messages from user to user`,
        ),
    lacks.users ? made('onMissingUser', 'users', tables.some(makesUsers)) : [],
    lacks.groups ? made('onMissingGroup', 'groups') : [],
    capitals.length === 0 ? [] : idsSetting(capitals, setting),
    lacks.members
      ? setting(
          'senderNotMember',
          'add',
          `${noFile} members of groups: this makes members of those who wrote messages to them`,
        )
      : [],
  ].flat();
}

/** Proposes to name the zone of exports whose times have no zone. */
function zonesOfClocks(exports: readonly ClockTimes[], accepted: Accepted): SettingDraft[] {
  const clocks = new Map(exports.map(({ system, clockOf }) => [system, clockOf]));
  return [...clocks].flatMap(([system, clockOf]) => {
    if (clockOf === undefined) return [];
    const name = `${system}.zone`;
    const reason = `times are those of the clock of ${clockOf}, and its zone is never guessed: name it`;
    const value = { example: 'Europe/Berlin', isNeeded: true };
    return {
      key: 'sources',
      value: { [system]: { zone: accepted.get(name) ?? value.example } },
      isNeeded: true,
      proposal: { name, reason, value, isAccepted: accepted.has(name) },
    };
  });
}

/** Proposes a meaning for the case of letters in ids, which the service does not distinguish. */
function idsSetting(
  ids: readonly string[],
  setting: (
    key: string,
    value: unknown,
    reason: string,
    more: { takes: ProposedValue; isNeeded: boolean },
  ) => SettingDraft,
): SettingDraft {
  const isFolded = new Set(ids.map((id) => id.toLowerCase())).size === ids.length;
  const shown = ids.find((id) => isNamedWithCapitals(id))!;
  const twins = ids.filter((id) => ids.some((other) => other !== id && same(id, other)));
  const reason = isFolded
    ? `ids such as ${JSON.stringify(shown)} have capitals, which the service does not tell apart: fold takes ids that differ in nothing else for one, hash for several`
    : `ids such as ${JSON.stringify(twins[0])} and ${JSON.stringify(twins[1])} differ only in capitals, which the service does not tell apart: hash keeps them apart, fold makes one of them`;
  return setting('ids', isFolded ? 'fold' : 'hash', reason, {
    takes: { example: isFolded ? 'fold' : 'hash', choices: ['fold', 'hash'], isNeeded: false },
    isNeeded: true,
  });
}

/** Whether messages contain the details of their senders, from which users are made. */
function makesUsers({ lines }: TableDraft): boolean {
  return lines.columns.some(
    ({ value, isActive }) => isActive && [value].flat().includes('senderUserDetails.uid'),
  );
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Kinds that rows refer to and that no table has. */
function lackingKinds(tables: readonly TableDraft[]): {
  readonly users: boolean;
  readonly groups: boolean;
  readonly members: boolean;
} {
  const has = (kind: string): boolean => tables.some((each) => each.kind === kind);
  const goesToGroups = tables.some(
    ({ kind, lines, guess }) =>
      kind === 'messages' &&
      (lines.constants.some(({ key, value }) => key === 'receiverType' && value === 'group') ||
        guess.matches.some(({ field }) => field === 'receiverType')),
  );
  return {
    users: (has('messages') || has('members')) && !has('users'),
    groups: (goesToGroups || has('members')) && !has('groups'),
    members: goesToGroups && !has('members'),
  };
}

/** The evidence that some groups are conversations of two; undefined without evidence. */
function whyPairs(tables: readonly TableDraft[]): string | undefined {
  const column = columnOfPairs(tables);
  if (column !== undefined) return `${column} shows which groups are conversations of two`;
  const pairs = tables.reduce((sum, table) => sum + groupsOfTwo(table), 0);
  if (pairs === 0) return undefined;
  return `${counted(pairs, 'group')} of the sample ${pairs === 1 ? 'has' : 'have'} exactly two members`;
}

/** The number of groups of a tree of documents that have two members in the sample. */
function groupsOfTwo({ kind, guess: { table, matches } }: TableDraft): number {
  const guids = matches.find(({ field }) => field === 'guid')?.column.cells;
  if (kind !== 'members' || table.pattern === undefined || guids === undefined) return 0;
  const own = table.columns.find(({ name }) => name === '.')?.cells;
  const members = guids.filter((_, row) => own?.[row] !== 'false' && own?.[row] !== '0');
  const groups = [...Map.groupBy(members, (guid) => guid).values()];
  return groups.filter(({ length }) => length === 2).length;
}

/** A column of groups that shows whether each row is a group: `isGroupChat`. */
function columnOfPairs(tables: readonly TableDraft[]): string | undefined {
  const [first] = tables.flatMap(({ kind, guess }) =>
    kind !== 'groups'
      ? []
      : guess.table.columns.filter(({ label, facts: { values } }) => {
          const isWord = /^is_?(group|private|direct|dm)(_?(chat|room|conversation))?$/i.test(
            label,
          );
          return isWord && [...values.keys()].every((value) => /^(true|false|[01])$/.test(value));
        }),
  );
  return first?.name;
}

function timeWithoutZone(files: readonly FileDraft[]): string | undefined {
  const [first] = files.flatMap(({ file, tables }) =>
    tables.flatMap(({ timeWithoutZone: time }) =>
      time === undefined ? [] : [`${JSON.stringify(time)} in ${path.basename(file)}`],
    ),
  );
  return first;
}

/** The year of the oldest message in the sample; infinity when there is none. */
function oldestYear({ kind, guess }: TableDraft): number {
  const column = guess.matches.find(({ field }) => field === 'sentAt')?.column;
  if (kind !== 'messages' || column === undefined) return Infinity;
  const years = [...column.facts.values.keys()]
    .map(yearOf)
    .filter((year) => year > 1990 && year < 2100);
  return Math.min(...years);
}

function yearOf(value: string): number {
  const digits = /^\d{10,16}(\.\d+)?$/.test(value) ? value.split('.')[0]! : undefined;
  if (digits !== undefined)
    return new Date(Number(digits.padEnd(13, '0').slice(0, 13))).getUTCFullYear();
  return Number(/\b(?:19|20)\d\d\b/.exec(value)?.[0] ?? NaN);
}

import type { InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import {
  internalAmong,
  calledPrivate,
  isCalledState,
  mayWithholdWhenFalse,
  spokenTruthOf as truthOf,
  standsForDeleted,
  unsureByValue,
  type Withheld,
  withheldByName,
  withheldByValue,
  withheldOf,
  withheldWhenFalse,
} from '@chatferry/parsers';
import { samplesOf } from './samples.ts';
import type { TableDraft } from './table-draft.ts';

/** A condition of `only`, and whether name and values both show its purpose. */
interface Filter {
  readonly condition: unknown;
  readonly withheld: Withheld;
  readonly isSure: boolean;
  /** The values that are left out; default: some values of the column. */
  readonly out?: readonly string[];
}

/** Maximum number of values of a column whose words are checked. */
const MOST_WORDS = 30;

const what: Readonly<Record<Withheld, string>> = {
  deleted: 'were deleted',
  draft: 'are drafts',
  internal: 'are internal notes',
  hidden: 'are hidden',
  left: 'left, or were banned',
};

/**
 * Leaves out rows that were deleted, and drafts, internal notes and hidden rows. The line is active when both the name of a column and
 * its values show this, because the wrong default would show content that its author has withdrawn.
 */
export function addFilters(draft: TableDraft, used: ReadonlySet<Column>): void {
  const { kind, guess } = draft;
  for (const column of guess.table.columns) {
    // The objects in a list are rows of their own, or not rows at all.
    const isInside = column.root === undefined || column.name.includes('[0]');
    if (isInside || column.name === guess.table.when?.field) continue;
    const filter = filterBy(column, used, kind);
    if (filter !== undefined) addFilter(draft, column, filter);
    addUnsure(draft, column, used);
  }
  if (kind === 'messages') addStandIns(draft);
}

/** Leaves rows out, or proposes to do so. */
function addFilter(
  draft: TableDraft,
  column: Column,
  { condition, withheld, isSure, out }: Filter,
): void {
  const { kind } = draft;
  const key = column.name;
  const shown = out === undefined ? samplesOf(column) : shownValues(out);
  const reason = `leaves out ${kind} that ${what[withheld]}: ${shown}`;
  // Users are needed for the messages that they wrote.
  if (isSure && kind !== 'users') draft.filter(key, condition, reason);
  else draft.propose('only', key, condition, reason, { name: `without-${column.name}` });
}

function filterBy(column: Column, used: ReadonlySet<Column>, kind: InputKind): Filter | undefined {
  const { facts, name } = column;
  const values = [...facts.values.keys()];
  const words = wordsThatSay(column, used);
  if (words !== undefined) return words;
  const areTruths = values.length > 0 && values.every((value) => truthOf(value) !== undefined);
  const byName = used.has(column) ? undefined : withheldOf(kind, name);
  const isFlag = areTruths || values.length === 0 || facts.time !== undefined;
  if (byName === 'deleted' || (byName !== undefined && isFlag)) return flag(column, byName, true);
  if (!areTruths || used.has(column)) return undefined;
  const shown = withheldWhenFalse(name);
  if (shown !== undefined) return flag(column, shown, false);
  if (kind === 'messages' && mayWithholdWhenFalse(name)) {
    const found = flag(column, 'hidden', false);
    return found && { ...found, isSure: false };
  }
  const privacy = calledPrivate(name);
  if (privacy === undefined) return undefined;
  const found = flag(column, 'internal', privacy !== 'public');
  return found && { ...found, isSure: found.isSure && privacy === 'note' };
}

/** A column with a word for each row, of which rows with words such as `deleted` are left out. */
function wordsThatSay(column: Column, used: ReadonlySet<Column>): Filter | undefined {
  const { facts, name } = column;
  const values = [...facts.values.keys()];
  if (values.length > MOST_WORDS || facts.prose > 0.3 || facts.time !== undefined) return undefined;
  const internal = isCalledState(name) ? internalAmong(name, values) : [];
  const say = values.flatMap((value) => {
    const withheld = withheldByValue(value) ?? (internal.includes(value) ? 'internal' : undefined);
    return withheld === undefined ? [] : [{ value, withheld }];
  });
  const [first] = say;
  if (first === undefined || say.length === values.length) return undefined;
  const isState = isCalledState(name) || withheldByName(name) !== undefined;
  if (!isState && (used.has(column) || facts.isUnique)) return undefined;
  const out = say.map(({ value }) => value);
  return { condition: { not: listOf(out) }, withheld: first.withheld, isSure: isState, out };
}

/** @param says whether withheld rows have a true or filled value */
function flag(
  { facts, isRepeated }: Column,
  withheld: Withheld,
  says: boolean,
): Filter | undefined {
  const values = [...facts.values.keys()];
  const truths = values.map(truthOf);
  const rows = facts.filled + facts.empty;
  const countOf = (truth: boolean): number =>
    values.reduce(
      (sum, value) => sum + (truthOf(value) === truth ? facts.values.get(value)! : 0),
      0,
    );
  if (values.length === 0) return { condition: says ? 'empty' : 'filled', withheld, isSure: says };
  if (!isRepeated && truths.every((truth) => truth !== undefined)) {
    const kept = rows - countOf(says);
    const others = values.filter((value) => truthOf(value) !== says);
    const condition = !says
      ? { not: listOf(values.filter((value) => truthOf(value) === false).map(asScalar)) }
      : others.length === 0
        ? 'empty'
        : [null, ...others.map(asScalar)];
    return { condition, withheld, isSure: kept > 0 };
  }
  // The column is a time or a user, and is filled when the action was done.
  const zeros = values.filter((value) => /^0+$|^-1$/.test(value));
  const isDone = facts.time !== undefined || isRepeated || facts.idLike > 0.9;
  const isSure = isDone && (facts.empty > 0 || zeros.length > 0);
  if (!isDone) return undefined;
  const condition = zeros.length === 0 ? 'empty' : [null, ...zeros.map(Number)];
  return { condition, withheld, isSure };
}

/** Proposes to leave out messages and members with values whose meaning differs between apps. */
function addUnsure(draft: TableDraft, column: Column, used: ReadonlySet<Column>): void {
  const { facts, name, isRepeated } = column;
  const values = [...facts.values.keys()];
  if (isRepeated || values.length > MOST_WORDS) return;
  if (!isCalledState(name) || facts.time !== undefined || (used.has(column) && facts.isUnique))
    return;
  const internal = internalAmong(name, values);
  const found = Map.groupBy(
    values.filter((value) => withheldByValue(value) === undefined && !internal.includes(value)),
    (value) => unsureByValue(draft.kind, value) ?? '',
  );
  for (const [why, own] of found) {
    if (why === '' || own.length === values.length) continue;
    draft.propose(
      'only',
      name,
      { not: listOf(own) },
      `leaves out ${draft.kind} of which ${name} says that each ${why}: ${shownValues(own)}`,
      { name: `without-${own[0]!}` },
    );
  }
}

/** Proposes to leave out messages whose text only states that they were deleted. */
function addStandIns(draft: TableDraft): void {
  const text = draft.guess.matches.find(({ field }) => field === 'text')?.column;
  const found = [...(text?.facts.values.keys() ?? [])].filter(standsForDeleted);
  if (text === undefined || found.length === 0) return;
  draft.propose(
    'only',
    text.name,
    { not: listOf(found) },
    `leaves out messages whose text only says that they were deleted: ${JSON.stringify(found[0])}`,
    { name: 'without-stand-ins' },
  );
}

function listOf<Value>(values: readonly Value[]): Value | readonly Value[] {
  return values.length === 1 ? values[0]! : values;
}

function asScalar(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value;
}

function shownValues(values: readonly string[]): string {
  return values
    .slice(0, 3)
    .map((value) => JSON.stringify(value))
    .join(', ');
}

/** Kinds whose rows may be left out. */
export const filteredKinds: readonly InputKind[] = [
  'users',
  'groups',
  'members',
  'messages',
  'reactions',
];

import { isDeepStrictEqual } from 'node:util';
import { counted, kindsInOrder } from '@chatferry/contract';
import type { Plan } from './plan.ts';
import type { PlanRules } from './plan-rules.ts';
import type { PlanInput } from './provenance.ts';

/** The current state of an input. Without `sha256` it is compared by size and modification time. */
export type CurrentInput = Omit<PlanInput, 'sha256'> & { readonly sha256?: string };

/** The inputs and settings from which a plan would be made now. */
export interface CurrentSources {
  readonly inputs: readonly CurrentInput[];
  readonly config: unknown;
  readonly version: string;
  readonly rules: PlanRules;
}

/** The changes of inputs, settings and version since the plan was made. Empty when nothing changed. */
export function differences(plan: Plan, wanted: CurrentSources): string[] {
  // A rule can be a setting of the same name.
  const settings = new Set([
    ...changedSettings('', withoutTime(plan.rules), withoutTime(wanted.rules)),
    ...changedSettings('', plan.config, asStored(wanted.config)),
  ]);
  return [
    ...changedInputs(plan.inputs, wanted.inputs),
    ...settings,
    ...(plan.version === wanted.version
      ? []
      : [`chatferry ${plan.version} made the plan, but this is ${wanted.version}`]),
  ];
}

/** Whether planning again would make the same plan. */
export function isCurrent(plan: Plan, wanted: CurrentSources): boolean {
  return differences(plan, wanted).length === 0;
}

/** How an input may have changed, as the heading of a list of files. */
const changes = {
  gone: 'no longer among the inputs',
  new: 'new inputs',
  kind: 'read as another kind',
  format: 'read as another format',
  bytes: 'of another size',
  content: 'of the same size, with other content',
  written: 'written to since',
} as const;

interface InputChange {
  readonly change: keyof typeof changes;
  readonly file: string;
  readonly sentence: string;
}

/** Maximum number of changes of one sort that are listed one by one; more are summarised in one line. */
const MOST_OF_A_SORT = 3;

function changedInputs(planned: readonly PlanInput[], wanted: readonly CurrentInput[]): string[] {
  const before = byFile(planned);
  const now = byFile(wanted);
  const found = [
    ...[...before].flatMap(([file, inputs]) => changeOf(inputs, now.get(file))),
    ...[...now.keys()]
      .filter((file) => !before.has(file))
      .map((file) => ({ change: 'new' as const, file, sentence: 'is a new input' })),
  ];
  return [...Map.groupBy(found, ({ change }) => change)].flatMap(([change, inputs]) => {
    if (inputs.length <= MOST_OF_A_SORT)
      return inputs.map(({ file, sentence }) => `${file} ${sentence}`);
    const files = inputs.slice(0, MOST_OF_A_SORT).map(({ file }) => file);
    return [`${changes[change]}: ${files.join(', ')} and ${inputs.length - files.length} more`];
  });
}

/** The inputs of each file, one for each kind in the file. */
function byFile<I extends CurrentInput>(inputs: readonly I[]): ReadonlyMap<string, readonly [I]> {
  return Map.groupBy(inputs, ({ file }) => file) as Map<string, [I]>;
}

function changeOf(
  planned: readonly [PlanInput],
  wanted: readonly [CurrentInput] | undefined,
): readonly InputChange[] {
  const [before] = planned;
  const [now] = wanted ?? [undefined];
  const { file } = before;
  const is = (change: keyof typeof changes, sentence: string): readonly InputChange[] => [
    { change, file, sentence },
  ];
  if (now === undefined) return is('gone', 'is no longer among the inputs');
  const [kinds, kindsNow] = [kindsOf(planned), kindsOf(wanted!)];
  if (kinds !== kindsNow) return is('kind', `was read as ${kinds}, now as ${kindsNow}`);
  if (before.format !== now.format)
    return is('format', `was read as ${before.format}, now as ${now.format}`);
  if (before.bytes !== now.bytes)
    return is('bytes', `had ${counted(before.bytes, 'byte')}, now ${now.bytes}`);
  if (now.sha256 !== undefined)
    return before.sha256 === now.sha256 ? [] : is('content', 'has other content of the same size');
  const isSame = before.modifiedMs !== undefined && before.modifiedMs === now.modifiedMs;
  return isSame ? [] : is('written', 'was written to since');
}

function kindsOf(inputs: readonly CurrentInput[]): string {
  const read = inputs.map(({ kind }) => kind);
  return kindsInOrder.filter((kind) => read.includes(kind)).join(', ');
}

/** Compares both sides recursively and names each differing setting by its path. */
function changedSettings(path: string, before: unknown, now: unknown): string[] {
  if (isDeepStrictEqual(before, now)) return [];
  if (isPlainObject(before) && isPlainObject(now))
    return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key) =>
      changedSettings(path === '' ? key : `${path}.${key}`, before[key], now[key]),
    );
  return [`${path === '' ? 'the configuration' : path} was ${shown(before)}, now ${shown(now)}`];
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return value === undefined ? 'not set' : JSON.stringify(value);
}

/** The rules without the time of planning and the values that depend on it, which are not settings. */
function withoutTime(rules: PlanRules): object {
  return Object.fromEntries(
    Object.entries(rules).filter(([name]) => name !== 'now' && name !== 'newerThan'),
  );
}

function asStored(config: unknown): unknown {
  return JSON.parse(JSON.stringify(config ?? null));
}

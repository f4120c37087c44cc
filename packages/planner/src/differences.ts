import { isDeepStrictEqual } from 'node:util';
import type { Plan } from './plan.ts';
import type { PlanRules } from './plan-rules.ts';
import type { PlanInput } from './provenance.ts';

/** An input as it is now. Without `sha256` it is compared by size and time of change. */
export type WantedInput = Omit<PlanInput, 'sha256'> & { readonly sha256?: string };

/** What a plan would be made from now. */
export interface WantedPlan {
  readonly inputs: readonly WantedInput[];
  readonly config: unknown;
  readonly version: string;
  readonly rules: PlanRules;
}

/** Says in words what changed since the plan was made: inputs, settings, version. Empty when nothing did. */
export function differences(plan: Plan, wanted: WantedPlan): string[] {
  return [
    ...changedInputs(plan.inputs, wanted.inputs),
    ...changedSettings('', withoutTime(plan.rules), withoutTime(wanted.rules)),
    ...changedSettings('', plan.config, asStored(wanted.config)),
    ...(plan.version === wanted.version
      ? []
      : [`chatferry ${plan.version} made the plan, this is ${wanted.version}`]),
  ];
}

/** Whether planning again would make the same plan. As cheap as the inputs' details are: see `WantedInput`. */
export function isCurrent(plan: Plan, wanted: WantedPlan): boolean {
  return differences(plan, wanted).length === 0;
}

function changedInputs(planned: readonly PlanInput[], wanted: readonly WantedInput[]): string[] {
  const find = <I extends WantedInput>(
    inputs: readonly I[],
    { file, kind }: WantedInput,
  ): I | undefined => inputs.find((input) => input.file === file && input.kind === kind);
  return [
    ...planned.flatMap((before) => {
      const now = find(wanted, before);
      if (now === undefined) return [`${before.file} is no longer among the inputs`];
      const change = changeOf(before, now);
      return change === undefined ? [] : [`${before.file} ${change}`];
    }),
    ...wanted
      .filter((now) => find(planned, now) === undefined)
      .map(({ file }) => `${file} is a new input`),
  ];
}

function changeOf(before: PlanInput, now: WantedInput): string | undefined {
  if (before.format !== now.format) return `was read as ${before.format}, now as ${now.format}`;
  if (before.bytes !== now.bytes) return `had ${before.bytes} bytes, now ${now.bytes}`;
  if (now.sha256 !== undefined)
    return before.sha256 === now.sha256 ? undefined : 'has other content of the same size';
  if (before.modifiedMs !== undefined && before.modifiedMs === now.modifiedMs) return undefined;
  return 'was written to since';
}

/** Walks through both sides and names each setting that differs by its path. */
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

/** The time of planning is no setting: what depends on it is only as old as the plan. */
function withoutTime(rules: PlanRules): object {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => name !== 'now'));
}

function asStored(config: unknown): unknown {
  return JSON.parse(JSON.stringify(config ?? null));
}

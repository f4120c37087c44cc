import { isDeepStrictEqual } from 'node:util';
import { type Kind, kinds } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { Plan } from '@chatferry/planner';
import { JobError } from '../errors/job-error.ts';
import type { ExportReading } from './export-sources.ts';
import { defaultPlanSettings, type PlanSettings } from './plan-settings.ts';
import { mappingsOf } from './stored-mappings.ts';

/** Settings that decide which ids records have in the service. */
const names = ['ids', 'muidPrefix', 'idPrefix', 'twoPersonGroups', 'threads'] as const;

type IdSettings = Pick<PlanSettings, (typeof names)[number] | 'cleaning'>;

/** Settings as a caller gives them: absent ones have defaults, or are taken over. */
export type GivenSettings = {
  readonly [Name in keyof PlanSettings]?: PlanSettings[Name] | undefined;
};

/** The other sources that decide about ids: how the keys of mapped files are made, and the rules of exports. */
export interface IdSources {
  readonly mappings: readonly { readonly kind: Kind; readonly mapping: KindMapping }[];
  readonly exports: readonly ExportReading[];
}

/**
 * The settings that form ids, with the values of the earlier job.
 *
 * @param given what the caller sets; a setting that is not given is taken over
 * @throws {JobError} `ids-differ` when a given setting, a mapping or the rule of an export has another value
 */
export function takeOverIds(
  earlier: Pick<Plan, 'config'>,
  given: GivenSettings,
  sources: IdSources,
): Partial<IdSettings> {
  const before = { ...defaultPlanSettings, ...(earlier.config as Partial<PlanSettings>) };
  const different: Different[] = names
    .filter((name) => given[name] !== undefined && given[name] !== before[name])
    .map((name) => ({ what: name, before: before[name], now: given[name] }));
  const split = given.cleaning?.tooLong;
  const wasSplit = before.cleaning?.tooLong;
  if (given.cleaning !== undefined && (split === 'split') !== (wasSplit === 'split'))
    different.push({ what: 'cleaning.tooLong', before: wasSplit, now: split });
  const all = [...different, ...keyRules(earlier, sources), ...exportRules(earlier, sources)];
  if (all.length > 0) throw idsDiffer(all);
  return {
    ...Object.fromEntries(
      names.filter((name) => before[name] !== undefined).map((name) => [name, before[name]]),
    ),
    ...(given.cleaning === undefined && before.cleaning !== undefined
      ? { cleaning: before.cleaning }
      : {}),
  };
}

interface Different {
  readonly what: string;
  readonly before: unknown;
  readonly now: unknown;
}

/** Mappings that make the key of a kind in another way than all files of the earlier job. */
function keyRules(earlier: Pick<Plan, 'config'>, { mappings }: IdSources): Different[] {
  const before = mappingsOf(earlier);
  return mappings.flatMap(({ kind, mapping }) => {
    const rules = before
      .filter((each) => each.kind === kind)
      .flatMap((each) => each.mappings.map((one) => ruleOf(kind, one)));
    const now = ruleOf(kind, mapping);
    const isKnown =
      rules.length === 0 ? now === null : rules.some((each) => isDeepStrictEqual(each, now));
    return isKnown
      ? []
      : [{ what: `convert.${kinds[kind].key} of ${kind}`, before: rules[0], now }];
  });
}

function ruleOf(kind: Kind, { convert }: KindMapping): unknown {
  return convert?.[kinds[kind].key] ?? null;
}

/** Exports of a system that the earlier job read with another rule or other options. */
function exportRules(earlier: Pick<Plan, 'config'>, { exports }: IdSources): Different[] {
  const before = (earlier.config as { exports?: readonly ExportReading[] }).exports ?? [];
  return exports.flatMap(({ system, idRule, options }) => {
    const same = before.filter((each) => each.system === system);
    if (same.length === 0) return [];
    if (same.every((each) => each.idRule !== idRule))
      return [{ what: `the id rule of ${system}`, before: same[0]!.idRule, now: idRule }];
    if (same.every((each) => !isDeepStrictEqual(each.options, stored(options))))
      return [{ what: `the options of ${system}`, before: same[0]!.options, now: options }];
    return [];
  });
}

function stored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? {}));
}

function idsDiffer(different: readonly Different[]): JobError {
  return new JobError(
    'ids-differ',
    [
      'The records would get other ids than in the earlier job, and would land a second time:',
      ...different.map(
        ({ what, before, now }) => `  ${what} was ${shown(before)}, now ${shown(now)}`,
      ),
    ],
    'Leave these settings out: they are taken over from the earlier job. Or set them as they were.',
  );
}

function shown(value: unknown): string {
  return value === undefined || value === null ? 'not set' : JSON.stringify(value);
}

import { sendingOptions, targetOptions } from '../arguments/option-groups.ts';
import type { NextCommand } from '@chatferry/output/printing/next-command';
import { programName } from './program-name.ts';
import { quoted } from '@chatferry/output/printing/quoted';
import type { OptionName, OptionValues } from '../arguments/options.ts';
import type { Io } from '@chatferry/output/terms/io';

const sending = [...targetOptions, ...sendingOptions] as const;

/** The options that a suggested command repeats, in addition to the job and the configuration. */
const carried: Readonly<Record<string, readonly OptionName[]>> = {
  run: [...sending, 'store', 'codes-only', 'metrics'],
  follow: [
    ...sending,
    'removals',
    'max-removals',
    'edit-messages',
    'every',
    'codes-only',
    'metrics',
  ],
  ledger: ['store'],
  import: sending,
  media: ['private-host', 'public-base', 'max-file-bytes', 'max-bandwidth'],
  retry: sending,
  repair: sending,
  verify: targetOptions,
  undo: [...targetOptions, 'concurrency', 'max-failures', 'give-up-after'],
};

type TargetOption = (typeof targetOptions)[number];

/** Known values in addition to the command's options. */
export interface KnownOptions {
  readonly isConfigured: (name: TargetOption) => boolean;
  /** The earlier target of the job. */
  readonly target: OptionValues | undefined;
  /** The sending options of the latest run. Read when needed, because a run changes them. */
  readonly sending: () => OptionValues;
}

/**
 * Formats commands for pasting into a shell. They repeat the options of the current command. Missing options have a
 * placeholder in capital letters.
 */
export function nextCommands(
  values: OptionValues,
  known: KnownOptions | undefined,
  env: Io['env'],
): NextCommand {
  return (name, ...rest) => {
    const names = carried[name] ?? [];
    const needsTarget = names.includes('app-id');
    const given = {
      ...(needsTarget ? rememberedTarget() : {}),
      ...(needsTarget ? known?.sending() : {}),
      ...values,
    };
    const options = [
      ...(['job', 'config', ...names] as const).flatMap((each) => written(each, given[each])),
      // Reading has a quota of its own, but an app without a quota has no quota for reading either.
      ...(name === 'verify' && given['requests-per-minute'] === 'unlimited'
        ? written('requests-per-minute', 'unlimited')
        : []),
    ];
    const isMissing = (each: TargetOption): boolean =>
      needsTarget && given[each] === undefined && known?.isConfigured(each) !== true;
    const blanks = [
      ...(isMissing('app-id') ? ['--app-id ID'] : []),
      ...(isMissing('region') && isMissing('base-url') ? ['--region REGION'] : []),
    ];
    return [programName(env), name, ...rest, ...options, ...blanks].join(' ');
  };

  /** The earlier target of the job, unless the command line or the configuration names a target. */
  function rememberedTarget(): OptionValues {
    const isGiven = targetOptions.some(
      (each) => values[each] !== undefined || known?.isConfigured(each) === true,
    );
    return isGiven ? {} : (known?.target ?? {});
  }
}

/** A command as it was typed, with the options about its inputs. */
export function typedCommand(
  env: Io['env'],
  name: string,
  positionals: readonly string[],
  values: OptionValues,
): string {
  const options = (['config', 'from', 'kind', 'encoding', 'follow-links'] as const).flatMap(
    (each) => written(each, values[each]),
  );
  return [programName(env), name, ...positionals.map(quoted), ...options].join(' ');
}

/** The command that plans the rows that a job leaves to a later job. @param inputs as typed; empty when they are not known */
export function planOfRest(
  env: Io['env'],
  job: string,
  inputs: readonly string[],
  values: OptionValues,
): string {
  const given = inputs.length === 0 && values.config === undefined ? ['INPUT'] : inputs;
  const folders = ['--after', quoted(job), '--job', quoted(`${job}-rest`)];
  return [typedCommand(env, 'plan', given, values), ...folders].join(' ');
}

/** An option with its value, as typed in a shell. */
function written(name: OptionName, value: OptionValues[OptionName]): string[] {
  if (value === undefined) return [];
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  return [`--${name}`, quoted(textOf(name, value))];
}

/** Options whose values are milliseconds in the code, and have a unit on the command line. */
const durations: ReadonlySet<OptionName> = new Set(['every', 'give-up-after']);

function textOf(name: OptionName, value: Exclude<OptionValues[OptionName], undefined>): string {
  if (typeof value === 'object') return 'percent' in value ? `${value.percent}%` : value.timetable;
  return durations.has(name) ? `${Number(value) / 1000}s` : String(value);
}

/** The command that continues an export. */
export function exportAgain(env: Io['env'], folder: string, values: OptionValues): string {
  const names = [
    'job',
    'config',
    ...targetOptions,
    'requests-per-minute',
    'media',
    'public-base',
    'private-host',
  ] as const;
  const options = names.flatMap((each) => written(each, values[each]));
  return [programName(env), 'export', quoted(folder), ...options].join(' ');
}

import type { OptionValues } from '../arguments/options.ts';

const carried = ['job', 'config', 'app-id', 'region', 'base-url'] as const;

/** The command to type next, with what this one was told about job and target. */
export function commandLine(name: string, values: OptionValues): string {
  const given = carried.flatMap((option) =>
    values[option] === undefined ? [] : [`--${option}`, quoted(values[option])],
  );
  return ['chatferry', name, ...given].join(' ');
}

function quoted(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { command } from '../command.ts';
import { DEFAULT_FILE } from '../configuration/configuration-file.ts';
import { schemaComment } from '../configuration/schema-comment.ts';
import { statusOf } from '../exit-status.ts';
import { draftConfiguration } from '../guessing/draft-configuration.ts';
import { type InspectedFile, inspectFile } from '../guessing/inspect-file.ts';
import { nextCommands } from '../printing/command-line.ts';
import { leadsOutside } from '@chatferry/job';
import { programName } from '../printing/program-name.ts';
import { Refusal } from '../refusal.ts';

export const init = command({
  summary: 'Inspect the files, guess kinds and columns, and write a configuration to edit.',
  positionals: 'INPUT…',
  options: ['config', 'follow-links', 'quiet', 'help'],
  body: async (values, positionals, io) => {
    const target = values.config ?? DEFAULT_FILE;
    if (existsSync(target))
      throw new Refusal(
        `${target} already exists, and may have been edited.`,
        'Remove it, or name another file with --config FILE.',
      );

    if (positionals.length === 0)
      throw new Refusal(
        'No files are named.',
        `Name folders or files, such as: ${programName(io.env)} init ./export`,
      );
    const inspected: InspectedFile[] = [];
    const followLinks = values['follow-links'] === true;
    for (const file of positionals.flatMap((given) => filesIn(given, followLinks))) {
      const found = await inspectFile(file);
      if (found !== undefined) inspected.push(found);
      if (values.quiet !== true) io.out(describe(file, found));
    }
    if (inspected.length === 0)
      throw new Refusal(
        `Nothing in ${positionals.join(', ')} contains rows that can be read.`,
        'Rows are read from .csv, .tsv, .json, .ndjson and .jsonl, also as .gz and .zst.',
      );
    writeFileSync(
      target,
      `${schemaComment(target)}\n${draftConfiguration(positionals, inspected)}`,
    );
    if (values.quiet !== true) {
      io.out(`${target} was written. Check it, then plan with it:`);
      io.out(`  ${nextCommands(values, undefined, io.env)('plan')}`);
    }
    return statusOf('done');
  },
});

function filesIn(given: string, followLinks: boolean): string[] {
  const found = statSync(given, { throwIfNoEntry: false });
  if (found === undefined)
    throw new Refusal(`There is no file or folder '${given}'.`, 'Check the path.');
  if (!found.isDirectory()) return [given];
  return readdirSync(given)
    .filter((name) => !name.startsWith('.'))
    .map((name) => path.join(given, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .filter((file) => followLinks || !leadsOutside(given, file))
    .toSorted();
}

function describe(file: string, found: InspectedFile | undefined): string {
  if (found === undefined)
    return `${file}: skipped, because it contains no rows that look like a known kind`;
  const { kind, format, renamed, unknown, lacking } = found;
  const parts = [
    ...Object.entries(renamed).map(([column, field]) => `${column} is ${field}`),
    ...(unknown.length === 0 ? [] : [`ignored: ${unknown.join(', ')}`]),
    ...(lacking.length === 0 ? [] : [`no column for ${lacking.join(', ')}`]),
  ];
  return `${file}: ${kind} in ${format}${parts.length === 0 ? '' : `; ${parts.join('; ')}`}`;
}

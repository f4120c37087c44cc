import { existsSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import { replaceFile } from '@chatferry/disk';
import { findExports } from '@chatferry/job/planning';
import { command } from '../command.ts';
import { CODE_FILE, DEFAULT_FILE } from '../configuration/configuration-file.ts';
import { parseConfiguration } from '../configuration/parse-configuration.ts';
import { schemaComment } from '../configuration/schema-comment.ts';
import { draftExport } from '../drafting/draft-export.ts';
import { draftText } from '../drafting/draft-text.ts';
import { findFiles } from '../drafting/find-files.ts';
import { previewOf } from '../drafting/preview.ts';
import { previewLines } from '../drafting/preview-lines.ts';
import { type ExitStatus, statusOf } from '../exit-status.ts';
import { nextCommands } from '../printing/command-line.ts';
import { programName } from '../printing/program-name.ts';
import { Refusal } from '../refusal.ts';

export const init = command({
  details: [
    'Looks at names and values in some of each file. What is certain is written as lines that count, everything else as comments, each with two values and the reason. Time zones are never guessed, and columns that may hold passwords, tokens or hashes are ignored.',
    'Prints the kind of each file, and the first rows of each kind as they would be sent.',
  ],
  options: [
    'config',
    'from',
    'kind',
    'encoding',
    'stdout',
    'force',
    'follow-links',
    'quiet',
    'help',
  ],
  body: async (values, positionals, io) => {
    const target = values.config ?? DEFAULT_FILE;
    if (existsSync(target) && values.stdout !== true && values.force !== true)
      throw new Refusal(
        `${target} already exists, and may have been edited.`,
        'Replace it with --force, look at the draft with --stdout, or name another file with --config FILE.',
      );
    if (values.config === undefined && values.stdout !== true && existsSync(CODE_FILE))
      throw new Refusal(
        `${CODE_FILE} is the configuration of this folder.`,
        'Look at the draft with --stdout, or name another file with --config FILE.',
      );
    if (positionals.length === 0)
      throw new Refusal(
        'No files are named.',
        `Name folders or files, such as: ${programName(io.env)} init ./export`,
      );

    const followLinks = values['follow-links'] === true;
    using found = await findExports(positionals, values.from);
    const { files, inputs, links } = findFiles(found.others, followLinks);
    const drafts = await draftExport(files, values);
    if (found.exports.length === 0 && drafts.every(({ unread }) => unread !== undefined))
      throw new Refusal(
        [
          `Nothing in ${positionals.join(', ')} contains rows that can be read.`,
          ...drafts.slice(0, 20).map(({ file, unread }) => `  ${file}: ${unread}`),
        ],
        'Rows are read from CSV, JSON and NDJSON, also compressed. Name the kind with --kind if all rows are of one.',
      );
    const nowMs = systemClock.now();
    const all = [...found.exports.map(({ path }) => path), ...inputs];
    const year = new Date(nowMs).getUTCFullYear();
    const text = draftText(schemaComment(target), all, drafts, year, values.from);
    const configuration = parseConfiguration(text, target);
    if (values.stdout === true) for (const line of text.trimEnd().split('\n')) io.out(line);
    else replaceFile(target, text);
    if (values.quiet === true) return statusOf('done');

    const print = values.stdout === true ? io.err : io.out;
    for (const { path, system, rule } of found.exports)
      print(`${path}: an export of ${system}, which needs no mapping: ${rule}`);
    if (files.length === 0) return finish();
    const preview = await previewOf(inputs, configuration, followLinks, Math.floor(nowMs / 1000));
    for (const line of previewLines(drafts, links, preview)) print(line);
    return finish();

    function finish(): ExitStatus {
      if (values.stdout !== true) {
        print('');
        print(`${target} was written. Check it, then plan with it:`);
        print(
          `  ${nextCommands(values.config === undefined ? {} : { config: values.config }, undefined, io.env)('plan')}`,
        );
      }
      return statusOf('done');
    }
  },
});

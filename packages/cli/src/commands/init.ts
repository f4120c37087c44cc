import { existsSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import { replaceFile } from '@chatferry/disk';
import {
  acceptingAll,
  acceptedLines,
  draftExport,
  draftText,
  type FileDraft,
  neededProposals,
  OpenedDumps,
  previewLines,
  previewOf,
  proposalLines,
} from '@chatferry/drafts';
import { findExports } from '@chatferry/job/planning';
import { command } from '../arguments/command.ts';
import { CODE_FILE, DEFAULT_FILE } from '../configuration/configuration-file.ts';
import { declaredOf, mappingOf } from '../configuration/file-mapping.ts';
import { parseConfiguration } from '../configuration/parse-configuration.ts';
import { schemaComment } from '../configuration/schema-comment.ts';
import { dumpQueries } from '../drafting/dump-queries.ts';
import { checkAccepted } from '../drafting/check-accepted.ts';
import { draftJson, type InitResult } from '../drafting/draft-json.ts';
import { acceptedIn, type DraftedFile, readDrafted, sealed } from '../drafting/drafted-file.ts';
import { findFiles, isIn } from '../drafting/find-files.ts';
import { namedServers } from '../drafting/named-servers.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import { nextCommands, typedCommand } from '../printing/command-line.ts';
import { resultJson } from '../printing/result-json.ts';
import { programName } from '../printing/program-name.ts';
import { Refusal } from '../terms/refusal.ts';

export const init = command({
  details: [
    'Looks at names and values in some of each file. What the data prove is written as lines that count. Everything else is a proposal: a comment with a number, a reason, two values and a name. --accept NAME writes it as a line that counts. Time zones are never guessed, and columns that may hold passwords, tokens or hashes are ignored.',
    'Prints the kind of each file, the first rows of each kind as they would be sent, and the proposals. A draft that was not edited is written again; one that was edited is not touched, and the accepted lines are printed.',
  ],
  options: [
    'config',
    'from',
    'kind',
    'encoding',
    'accept',
    'stdout',
    'force',
    'follow-links',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, positionals, io) => {
    const target = values.config ?? DEFAULT_FILE;
    const isWritten = values.stdout !== true;
    const typed = acceptedIn(values.accept);
    const earlier = isWritten && values.force !== true ? readDrafted(target) : undefined;
    const isKept = earlier?.isEdited === true;
    if (isKept && typed.size === 0) throw editedRefusal(target, earlier);
    if (values.config === undefined && isWritten && existsSync(CODE_FILE))
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
    const { servers, others } = namedServers(positionals, io.env);
    using found = await findExports(others, values.from);
    const { files: named, inputs, links } = findFiles(found.others, followLinks, target);
    const files = [...named, ...servers.map(({ file }) => file)];
    using dumps = new OpenedDumps(servers);
    const nowMs = systemClock.now();
    const year = new Date(nowMs).getUTCFullYear();
    const accepted = isKept ? typed : new Map([...(earlier?.accepted ?? []), ...typed]);
    const draftWith = (names: typeof accepted): ReturnType<typeof draftExport> =>
      draftExport(files, { ...values, year, accepted: names, dumps });
    const draft = await draftWith(accepted);
    if (found.exports.length === 0 && draft.files.every(isUnreadable))
      throw new Refusal(
        [
          `Nothing in ${positionals.join(', ')} contains rows that can be read.`,
          ...draft.files.slice(0, 20).map(({ file, unread }) => `  ${file}: ${unread}`),
        ],
        'Rows are read from CSV, JSON and NDJSON, also compressed, and from databases and their dumps. Where the rows of a table are of several kinds, tell them apart with kinds and when (docs/mapping.md). Where all are of one, name it with --kind.',
      );
    await checkAccepted(draft, typed, () => draftWith(earlier?.accepted ?? new Map()));
    const again = typedCommand(io.env, 'init', positionals, values);
    // Databases are read by queries, and are no inputs.
    const dumped = new Set(
      draft.files.flatMap(({ file, dump }) => (dump === undefined ? [] : file)),
    );
    const plain = inputs.filter((input) =>
      files.some((file) => isIn(file, input) && !dumped.has(file)),
    );
    const text = sealed(
      draftText(draft, {
        schema: schemaComment(target),
        command: again,
        inputs: [...found.exports.map(({ path }) => path), ...plain],
        from: values.from,
      }),
      accepted,
    );
    const configuration = parseConfiguration(text, target);
    const isJson = values.json === true;
    const exports = found.exports.map(({ path, system, rule }) => ({ path, system, rule }));
    const jsonOf = (result: Pick<InitResult, 'end' | 'text' | 'add' | 'next'>): string =>
      resultJson(draftJson(draft, { configuration: target, exports, ...result }));
    if (isKept && isJson) {
      io.out(jsonOf({ end: 'kept', add: acceptedLines(draft), next: [] }));
      return 'refused';
    }
    if (isKept) {
      io.out(`${whyKept(target, earlier)}, and is not changed. Add to it:`);
      io.out('');
      for (const line of acceptedLines(draft)) io.out(line);
      return 'refused';
    }
    if (isWritten) replaceFile(target, text);
    else if (!isJson) for (const line of text.trimEnd().split('\n')) io.out(line);
    const needed = neededProposals(draft);
    const accepting =
      needed.length === 0 ? [] : [`${again} --accept ${acceptingAll(needed, draft)}`];
    const planning = nextCommands(
      values.config === undefined ? {} : { config: values.config },
      undefined,
      io.env,
    )('plan');
    if (isJson) {
      const next = isWritten ? [...accepting, planning] : accepting;
      io.out(jsonOf(isWritten ? { end: 'written', next } : { end: 'printed', text, next }));
    }
    if (isJson || values.quiet === true) return 'done';

    const print = isWritten ? io.out : io.err;
    for (const { path, system, rule } of found.exports)
      print(`${path}: an export of ${system}, which needs no mapping: ${rule}`);
    if (files.length === 0) return finish();
    const readable = draft.files.some(isPlain) ? plain : [];
    const shownIn = { zone: 'UTC', ...configuration };
    const preview = await previewOf(readable, {
      declaredOf: (file) => declaredOf(file, configuration),
      mappingOf: (file, kind, part) => mappingOf(file, kind, shownIn, part),
      followLinks,
      queries: dumpQueries(draft, shownIn, io.env),
      now: Math.floor(nowMs / 1000),
    });
    for (const line of previewLines(draft.files, links, preview)) print(line);
    for (const line of proposalLines(draft, again)) print(line);
    return finish();

    function finish(): CommandOutcome {
      const sentences =
        accepting.length === 0
          ? [`${target} was written. Check it, then plan with it:`]
          : [
              `${target} was written. Its rows need decisions, here with examples as values:`,
              ...accepting.map((each) => `  ${each}`),
              'Then plan with it:',
            ];
      if (isWritten) for (const line of ['', ...sentences, `  ${planning}`]) print(line);
      return 'done';
    }
  },
});

function isUnreadable({ unread, waiting }: FileDraft): boolean {
  return unread !== undefined && waiting.length === 0;
}

function whyKept(target: string, { isDraft }: DraftedFile): string {
  return isDraft
    ? `${target} was edited since it was drafted`
    : `${target} exists, and is no draft of chatferry init`;
}

function editedRefusal(target: string, earlier: DraftedFile): Refusal {
  return new Refusal(
    `${whyKept(target, earlier)}.`,
    'Replace it with --force, look at the draft with --stdout, name another file with --config FILE, or name what to accept with --accept: the lines to add are printed.',
  );
}

/** Whether rows of a file are read, and not by queries. */
function isPlain({ unread, dump }: FileDraft): boolean {
  return unread === undefined && dump === undefined;
}

import { existsSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import { replaceFile } from '@chatferry/disk';
import {
  acceptingAll,
  acceptedLines,
  type Draft,
  draftText,
  type FileDraft,
  neededProposals,
  type Preview,
  previewLines,
  proposalLines,
} from '@chatferry/drafts';
import type { OptionValues } from '../arguments/options.ts';
import { CODE_FILE, DEFAULT_FILE } from '@chatferry/configuration';
import { parseConfiguration } from '@chatferry/configuration/parse-configuration';
import { schemaComment } from './schema-comment.ts';
import { nextCommands, typedCommand } from '../printing/command-line.ts';
import { programName } from '../printing/program-name.ts';
import { quoted } from '@chatferry/output/printing/quoted';
import { print } from '@chatferry/output/printing/print';
import type { Result } from '@chatferry/output/results/results';
import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';
import { checkAccepted } from './check-accepted.ts';
import { draftJson, type InitResult } from '@chatferry/output/drafting/draft-json';
import { acceptedIn, type DraftedFile, readDrafted, sealed } from './drafted-file.ts';
import { openInputs } from './opened-inputs.ts';

/** Drafts a configuration for files and databases, writes it unless a person has edited the file, and prints the proposals. */
export async function draftAndReport(
  positionals: readonly string[],
  values: OptionValues,
  io: Io,
): Promise<CommandOutcome> {
  const target = values.config ?? DEFAULT_FILE;
  const isWritten = values.stdout !== true;
  const typed = acceptedIn(values.accept);
  const earlier = isWritten && values.force !== true ? readDrafted(target) : undefined;
  const kept = earlier?.isEdited === true ? earlier : undefined;
  if (kept !== undefined && typed.size === 0) throw editedRefusal(target, kept);
  checkArguments(positionals, values, io);

  const { from, kind, encoding, 'follow-links': followLinks } = values;
  const drafted = { inputs: positionals, from, kind, encoding, 'follow-links': followLinks };
  using opened = await openInputs(drafted, target, systemClock.now(), io.env);
  const { files, links } = opened;
  const accepted = kept === undefined ? new Map([...(earlier?.accepted ?? []), ...typed]) : typed;
  const draft = await opened.draft(accepted);
  if (opened.exports.length === 0 && draft.files.every(isUnreadable))
    throw unreadableRefusal(positionals, draft);
  await checkAccepted(draft, typed, () => opened.draft(earlier?.accepted ?? new Map()));

  const again = typedCommand(io.env, 'init', positionals, values);
  const exports = opened.exports.map(({ path, system, rule }) => ({ path, system, rule }));
  const paths = [...exports.map(({ path }) => path), ...opened.plain(draft)];
  const about = { schema: schemaComment(target), command: again, inputs: paths, from };
  const text = sealed(draftText(draft, about), accepted, drafted);
  const configuration = parseConfiguration(text, target);
  const made = { target, draft, exports, text, again };
  if (kept !== undefined) {
    const add = acceptedLines(draft);
    print(keptJson(made, add), keptLines(target, kept, add), values, io);
    return 'refused';
  }

  if (isWritten) replaceFile(target, text);
  print(madeJson(made, values, io), isWritten ? [] : text.trimEnd().split('\n'), values, io);
  if (values.json === true || values.quiet === true) return 'done';
  const preview = files.length === 0 ? undefined : await opened.preview(draft, configuration);
  for (const line of madeLines(made, { links, preview }, values, io))
    (isWritten ? io.out : io.err)(line);
  return 'done';
}

/** A new draft that is written or printed. */
interface MadeDraft {
  readonly target: string;
  readonly draft: Draft;
  readonly exports: InitResult['exports'];
  readonly text: string;
  /** The command to type again. */
  readonly again: string;
}

function keptJson({ target, draft, exports }: MadeDraft, add: readonly string[]): Result {
  return draftJson(draft, { configuration: target, exports, end: 'kept', add, next: [] });
}

function madeJson(made: MadeDraft, values: OptionValues, io: Io): Result {
  const { target, draft, exports, text } = made;
  const { accepting, trying } = nextSteps(made, values, io);
  const about = { configuration: target, exports };
  return values.stdout === true
    ? draftJson(draft, { ...about, end: 'printed', text, next: accepting })
    : draftJson(draft, { ...about, end: 'written', next: [...accepting, ...trying] });
}

/** The proposals, with the first rows in the form in which they would be sent. */
function madeLines(
  made: MadeDraft,
  { links, preview }: { readonly links: readonly string[]; readonly preview: Preview | undefined },
  values: OptionValues,
  io: Io,
): string[] {
  const { target, draft, exports, again } = made;
  const hasZone = draft.settings.some(({ key, proposal }) => key === 'zone' && proposal.isAccepted);
  const { accepting, trying } = nextSteps(made, values, io);
  return [
    ...exports.map(
      ({ path, system, rule }) =>
        `${path}: an export of ${system}, which needs no mapping: ${rule}`,
    ),
    ...(preview === undefined ? [] : previewLines(draft.files, links, preview, hasZone)),
    ...proposalLines(draft, again),
    ...(values.stdout === true ? [] : writtenLines(target, accepting, trying)),
  ];
}

/** The command that accepts the needed proposals, and the commands that come after it. */
function nextSteps(
  { draft, again }: MadeDraft,
  { config }: OptionValues,
  { env }: Io,
): { readonly accepting: readonly string[]; readonly trying: readonly string[] } {
  const needed = neededProposals(draft);
  const given = config === undefined ? {} : { config };
  const looking = [programName(env), 'view', ...(config === undefined ? [] : [quoted(config)])];
  return {
    accepting: needed.length === 0 ? [] : [`${again} --accept ${acceptingAll(needed, draft)}`],
    trying: [looking.join(' '), nextCommands(given, undefined, env)('plan')],
  };
}

function keptLines(target: string, kept: DraftedFile, add: readonly string[]): string[] {
  return [`${whyKept(target, kept)}, and is not changed. Add to it:`, '', ...add];
}

/** @throws {Refusal} when the arguments cannot result in a draft, whatever the files contain */
function checkArguments(positionals: readonly string[], values: OptionValues, io: Io): void {
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
}

function writtenLines(
  target: string,
  accepting: readonly string[],
  then: readonly string[],
): string[] {
  return [
    '',
    ...(accepting.length === 0
      ? [`${target} was written. Check it in a browser, then plan with it:`]
      : [
          `${target} was written. Its rows need decisions, here with examples as values:`,
          ...accepting.map((each) => `  ${each}`),
          'Then check it in a browser, and plan with it:',
        ]),
    ...then.map((each) => `  ${each}`),
  ];
}

function isUnreadable({ unread, waiting }: FileDraft): boolean {
  return unread !== undefined && waiting.length === 0;
}

function unreadableRefusal(positionals: readonly string[], { files }: Draft): Refusal {
  return new Refusal(
    [
      `Nothing in ${positionals.join(', ')} contains rows that can be read.`,
      ...files.slice(0, 20).map(({ file, unread }) => `  ${file}: ${unread}`),
    ],
    'Rows are read from CSV, JSON and NDJSON, also compressed, and from databases and their dumps. Where the rows of a table are of several kinds, tell them apart with kinds and when (docs/mapping.md). Where all are of one, name it with --kind.',
  );
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

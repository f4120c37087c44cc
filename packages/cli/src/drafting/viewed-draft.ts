import { statSync } from 'node:fs';
import {
  acceptingAll,
  type Draft,
  type FileDraft,
  FirstConversations,
  neededProposals,
  type OpenProposal,
  openProposals,
  type Proposal,
  tableOutline,
} from '@chatferry/drafts';
import type { Decision, ViewedDraft, ViewedTable } from '@chatferry/view';
import type { OptionValues } from '../arguments/options.ts';
import { DEFAULT_FILE } from '@chatferry/configuration';
import { parseConfiguration } from '@chatferry/configuration/parse-configuration';
import { nextCommands, typedCommand } from '../printing/command-line.ts';
import { quoted } from '@chatferry/output/printing/quoted';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';
import { type DraftedFile, type DraftedFrom, readDrafted } from './drafted-file.ts';
import { openInputs } from './opened-inputs.ts';

/**
 * Reads the draft in a file for its pages. The export is read again only when the file or an input has changed.
 *
 * @param file the configuration
 */
export function draftReader(
  file: string,
  env: Io['env'],
  now: () => number,
): () => Promise<ViewedDraft> {
  let known: { readonly of: string; readonly draft: Promise<ViewedDraft> } | undefined;
  return () => {
    const drafted = draftedIn(file);
    const of = JSON.stringify([drafted.text, drafted.from.inputs.map(changedAt)]);
    if (known?.of !== of) known = { of, draft: viewedDraft(file, drafted, env, now()) };
    return known.draft;
  };
}

type DraftWithInputs = DraftedFile & { readonly from: DraftedFrom };

/** @throws {Refusal} for a file that `init` did not draft */
export function draftedIn(file: string): DraftWithInputs {
  const drafted = readDrafted(file);
  if (drafted?.from === undefined)
    throw new Refusal(
      drafted === undefined
        ? `There is no file ${file}.`
        : `${file} is no draft of chatferry init.`,
      'Draft one with chatferry init INPUT, or name a job folder.',
    );
  return { ...drafted, from: drafted.from };
}

function changedAt(input: string): number | undefined {
  return statSync(input, { throwIfNoEntry: false })?.mtimeMs;
}

/** @throws {Refusal} when the file is not a configuration, or when an input does not exist any more */
async function viewedDraft(
  file: string,
  { text, from, accepted, isEdited }: DraftWithInputs,
  env: Io['env'],
  nowMs: number,
): Promise<ViewedDraft> {
  const config = file === DEFAULT_FILE ? {} : { config: file };
  const { inputs: named, ...options } = from;
  const again = typedCommand(env, 'init', named, { ...(options as OptionValues), ...config });
  const configuration = parseConfiguration(text, file);
  using inputs = await openInputs(from, file, nowMs, env);
  const draft = await inputs.draft(accepted);
  const talks = new FirstConversations();
  const { records, problems } = await inputs.preview(draft, configuration, (...record) =>
    talks.add(...record),
  );
  const needed = neededProposals(draft);
  return {
    configuration: file,
    isEdited,
    exports: inputs.exports,
    tables: draft.files.flatMap((each) => tablesIn(each, draft)),
    notRead: draft.files.flatMap(({ file: own, unread, waiting }) =>
      unread === undefined || waiting.length > 0 ? [] : [{ file: own, why: unread }],
    ),
    decisions: openProposals(draft).map((open) => decisionOf(open, needed, again)),
    ...(needed.length === 0
      ? {}
      : { acceptNeeded: `${again} --accept ${acceptingAll(needed, draft)}` }),
    plan: nextCommands(config, undefined, env)('plan'),
    conversations: talks.conversations(),
    records,
    problems,
    lacksZone:
      configuration.zone === undefined &&
      draft.files.some(({ tables }) => tables.some((each) => each.timeWithoutZone !== undefined)),
  };
}

function tablesIn({ file, tables, waiting }: FileDraft, draft: Draft): ViewedTable[] {
  const numbers = new Map(openProposals(draft).map((open) => [open.proposal, open.number]));
  return [...tables, ...waiting].map((table) => {
    const { proposals, ...outline } = tableOutline(table, waiting.includes(table));
    return { file, ...outline, decisions: proposals.flatMap((each) => numbers.get(each) ?? []) };
  });
}

function decisionOf(
  { proposal, number, accept, line, alike }: OpenProposal,
  needed: readonly Proposal[],
  again: string,
): Decision {
  const accepting = (names: string): string => `${again} --accept ${quoted(names)}`;
  return {
    number,
    name: accept,
    reason: proposal.reason,
    line,
    isNeeded: needed.includes(proposal),
    command: accepting(accept),
    ...(alike === undefined
      ? {}
      : { alike: { others: alike.others, command: accepting(alike.pattern) } }),
  };
}

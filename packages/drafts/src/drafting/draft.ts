import type { Proposal } from '../guessing/proposal.ts';
import type { FileDraft } from './file-draft.ts';
import type { SettingDraft } from './settings.ts';

/** A draft: the proved reading of an export, and proposals for a person to decide. */
export interface Draft {
  readonly settings: readonly SettingDraft[];
  readonly files: readonly FileDraft[];
}

/** Proposals that turn off active lines. */
export function switchesIn({ files }: Draft): readonly Proposal[] {
  return files.flatMap(({ tables }) => tables.flatMap(({ switches }) => switches));
}

/** All proposals in the order of the draft, which is the order of their numbers. */
export function proposalsIn({ settings, files }: Draft): readonly Proposal[] {
  const ofTables = files.flatMap(({ tables, waiting }) => [
    ...tables.flatMap(({ proposals }) => proposals),
    ...waiting.flatMap(({ kindProposal }) => kindProposal ?? []),
  ]);
  return [...settings.map(({ proposal }) => proposal), ...ofTables];
}

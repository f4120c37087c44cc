import type { Proposal } from '../guessing/proposing/proposal.ts';
import type { FileDraft } from './file-draft.ts';
import type { SettingDraft } from './settings.ts';

/** How an export is read, as far as it can be proved, and what a person has to decide. */
export interface Draft {
  readonly settings: readonly SettingDraft[];
  readonly files: readonly FileDraft[];
}

/** What turns off lines that count. */
export function switchesIn({ files }: Draft): readonly Proposal[] {
  return files.flatMap(({ tables }) => tables.flatMap(({ switches }) => switches));
}

/** What a person decides, in the order of the draft, by which proposals are numbered. */
export function proposalsIn({ settings, files }: Draft): readonly Proposal[] {
  const ofTables = files.flatMap(({ tables, waiting }) => [
    ...tables.flatMap(({ proposals }) => proposals),
    ...waiting.flatMap(({ kindProposal }) => kindProposal ?? []),
  ]);
  return [...settings.map(({ proposal }) => proposal), ...ofTables];
}

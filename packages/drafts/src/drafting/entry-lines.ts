import type { TableDraft } from '../proposing/table-draft.ts';
import { flow, indented } from './yaml-line.ts';

/** A key with lines under it; `{}` when none of the lines is active. */
export function entry(key: string, lines: readonly string[]): string[] {
  const isEmpty = lines.every((line) => line.trimStart().startsWith('#'));
  return [`${flow(key)}:${isEmpty ? ' {}' : ''}`, ...indented(lines)];
}

/** The comment above a table: its kind, and its certainty. */
export function titleOf({ kind, kindProposal, isOwn }: TableDraft): string {
  const certainty = kindProposal === undefined ? 'certain' : 'accepted';
  const how = isOwn ? 'in the form of the service, read as they are' : certainty;
  return `# ${kind[0]!.toUpperCase()}${kind.slice(1)}: ${how}.`;
}

import type { TableDraft } from '../guessing/proposing/table-draft.ts';

/** Settings that make what the export lacks, as proposals. */
export function missingKindLines(tables: readonly TableDraft[]): string[] {
  const has = (kind: string): boolean => tables.some((each) => each.kind === kind);
  const goesToGroups = tables.some(
    ({ kind, lines, guess }) =>
      kind === 'messages' &&
      (lines.constants.some(({ key, value }) => key === 'receiverType' && value === 'group') ||
        guess.matches.some(({ field }) => field === 'receiverType')),
  );
  const needsUsers = has('messages') || has('members');
  return [
    ...(needsUsers && !has('users')
      ? [
          '',
          '# No file holds users: this makes those that others refer to.',
          '# onMissingUser: placeholder',
        ]
      : []),
    ...((goesToGroups || has('members')) && !has('groups')
      ? [
          '',
          '# No file holds groups: this makes those that others refer to.',
          '# onMissingGroup: placeholder',
        ]
      : []),
    ...(goesToGroups && !has('members')
      ? [
          '',
          '# No file holds members of groups: this makes members of those who wrote messages to them.',
          '# senderNotMember: add',
        ]
      : []),
  ];
}

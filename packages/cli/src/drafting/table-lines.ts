import {
  type DraftLine,
  type Section,
  sections,
  type TableDraft,
} from '../guessing/proposing/table-draft.ts';
import { comment, flow, indented, pair } from './yaml-line.ts';

/** The keys of a mapping, as lines of YAML: what is certain, and as comments what has to be confirmed. */
export function tableLines(draft: TableDraft): string[] {
  const { guess, lines, ignored, lacking } = draft;
  const { rows, when } = guess.table;
  return [
    ...(rows === undefined || rows === '' ? [] : [pair('rows', rows)]),
    ...(when === undefined ? [] : [pair('when', { [when.field]: when.value })]),
    ...lacking.map((each) => `# ${each}`),
    ...sections.flatMap((section) => sectionLines(section, lines[section])),
    ...(ignored.length === 0
      ? []
      : [
          'ignore:',
          ...ignored.map(
            ({ name, note }) => `  - ${flow(name)}${comment(note === '' ? undefined : note)}`,
          ),
        ]),
  ];
}

function sectionLines(section: Section, lines: readonly DraftLine[]): string[] {
  const active = lines.filter(({ isActive }) => isActive);
  const proposals = lines.filter(({ isActive }) => !isActive);
  if (active.length > 0)
    return [
      `${section}:`,
      ...indented([
        ...active.map(({ key, value, note }) => pair(key, value, note)),
        ...proposals.map(({ key, value, note }) => `# ${pair(key, value, note)}`),
      ]),
    ];
  // Without a line that counts, the key is in the comment, so that one edit is enough.
  if (proposals.length === 0) return [];
  return [
    ...proposals.map(({ key, note }) => `# ${flow(key)}:${comment(note).slice(2)}`),
    `# ${pair(section, Object.fromEntries(proposals.map(({ key, value }) => [key, value])))}`,
  ];
}

/** Proposes members, where the users of a group are in columns of its row. */
export function memberLines({ guess, participants }: TableDraft): string[] {
  const guid = guess.matches.find(({ field }) => field === 'guid')?.column;
  if (participants.length === 0 || guid === undefined) return [];
  const { rows } = guess.table;
  const names = participants.map(({ name }) => name).join(', ');
  return [
    `#${comment(`Members: ${names} hold users. If these are in the group, this makes members of them.`).slice(2)}`,
    '# members:',
    ...participants.map(({ name }) => {
      const columns = { [guid.name]: 'guid', [name]: 'uid' };
      return `#   - ${flow({ ...(rows === undefined || rows === '' ? {} : { rows }), columns })}`;
    }),
  ];
}

import type { InputKind } from '@chatferry/contract';
import { readDraft, sureFields } from './read-draft.ts';

/** What each column means: by file, kind and column a field, several that are right, or `ignore`. A file of no kind: null. */
export type Key = Readonly<
  Record<
    string,
    Readonly<Partial<Record<InputKind, Readonly<Record<string, string | string[]>>>>> | null
  >
>;

export interface Score {
  readonly columns: number;
  readonly right: number;
  /** Columns that the draft neither reads nor proposes as they are meant. */
  readonly missed: readonly string[];
  /** Columns that a line that counts reads as what they are not. */
  readonly wrong: readonly string[];
}

/** Compares a draft with what the columns mean. */
export function scoreDraft(text: string, key: Key): Score {
  const draft = readDraft(text);
  const missed: string[] = [];
  const wrong: string[] = [];
  let columns = 0;
  for (const [file, kinds] of Object.entries(key)) {
    const drafted = draft[file] ?? {};
    for (const kind of Object.keys(drafted))
      if (kinds?.[kind as InputKind] === undefined) wrong.push(`${file} is not ${kind}`);
    for (const [kind, meanings] of Object.entries(kinds ?? {}) as [
      InputKind,
      Record<string, string | string[]>,
    ][]) {
      const own = drafted[kind];
      for (const [column, meaning] of Object.entries(meanings)) {
        columns++;
        const meant = [meaning].flat();
        const sure = own === undefined ? [] : sureFields(kind, own, column);
        const proposed = own?.proposed.get(column) ?? [];
        const place = `${file} ${kind}: ${column}`;
        if (sure.some((field) => !meant.includes(field) && !field.includes('Details')))
          wrong.push(`${place} is ${meant.join(' or ')}, not ${sure.join(', ')}`);
        else if (own === undefined || !isRight(meant, sure, proposed))
          missed.push(`${place} is ${meant.join(' or ')}`);
      }
    }
  }
  return { columns, right: columns - missed.length - wrong.length, missed, wrong };
}

function isRight(
  meant: readonly string[],
  sure: readonly string[],
  proposed: readonly string[],
): boolean {
  if (sure.length > 0) return true;
  return proposed.length > 0
    ? proposed.some((field) => meant.includes(field))
    : meant.includes('ignore');
}

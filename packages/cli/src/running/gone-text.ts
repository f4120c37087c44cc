import { counted } from '@chatferry/contract';

/** The records that stay in the app though their rows are gone; undefined when there are none. */
export function goneText(gone: number): string | undefined {
  if (gone === 0) return undefined;
  return `${counted(gone, 'record stays', 'records stay')} in the app whose ${gone === 1 ? 'row is' : 'rows are'} gone from the databases; gone.jsonl lists ${gone === 1 ? 'it' : 'them'}.`;
}

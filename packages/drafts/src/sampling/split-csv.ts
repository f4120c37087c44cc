/** The part of a CSV dialect that decides where cells end. */
export interface CellSyntax {
  readonly delimiter: string;
  /** Empty when quotes have no meaning. */
  readonly quote: string;
  /** `copy`: without quotes, as COPY of PostgreSQL and MySQL write cells. */
  readonly escape: 'doubled' | 'backslash' | 'copy';
}

/** The cells of a row. An unquoted `NULL` differs from the quoted text. */
export interface SplitRow {
  readonly cells: readonly string[];
  /** Whether a quote was in a place where the syntax does not expect one. */
  readonly isOdd: boolean;
}

/** Splits a sample into rows of cells. Simple and slow: it is for comparing dialects, not for reading exports. */
export function splitCsv(
  text: string,
  { delimiter, quote, escape }: CellSyntax,
  most = 5000,
): SplitRow[] {
  const rows: SplitRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isOdd = false;
  let state: 'start' | 'plain' | 'quoted' | 'after' = 'start';
  const endRow = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== '') rows.push({ cells, isOdd });
    cells = [];
    cell = '';
    isOdd = false;
    state = 'start';
  };
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const character = text[at]!;
    if (state === 'quoted') {
      if (escape === 'backslash' && character === '\\') cell += text[++at] ?? '';
      else if (character !== quote) cell += character;
      else if (escape === 'doubled' && text[at + 1] === quote) cell += text[++at]!;
      else state = 'after';
    } else if (escape === 'copy' && character === '\\') {
      cell += character + (text[++at] ?? '');
    } else if (character === delimiter) {
      cells.push(cell);
      cell = '';
      state = 'start';
    } else if (character === '\n') endRow();
    else if (character === '\r' && (text[at + 1] === '\n' || text[at + 1] === undefined)) continue;
    else if (quote !== '' && character === quote && state === 'start') state = 'quoted';
    else {
      if (state === 'after' || (quote !== '' && character === quote)) isOdd = true;
      cell += character;
      if (state === 'start') state = 'plain';
    }
  }
  if (rows.length < most && (cell !== '' || cells.length > 0)) {
    if (state === 'quoted') isOdd = true;
    endRow();
  }
  return rows;
}

/** The tables and columns that queries name. Nothing else is read from a dump. */
export interface WantedNames {
  readonly hasTable: (name: string) => boolean;
  readonly hasColumn: (name: string) => boolean;
}

/** Every word of the queries. Queries that select `*` want all columns. */
export function wantedBy(queries: readonly string[]): WantedNames {
  const words = new Set<string>();
  for (const query of queries) {
    for (const [word] of query.matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu)) words.add(word.toLowerCase());
    for (const [, name] of query.matchAll(/"((?:[^"]|"")+)"/g))
      words.add(name!.replaceAll('""', '"').toLowerCase());
    for (const [, name] of query.matchAll(/`([^`]+)`/g)) words.add(name!.toLowerCase());
  }
  const isAll = queries.some((query) => /(?:\bSELECT|,|\.)\s*\*/i.test(query));
  const has = (name: string): boolean => words.has(name.toLowerCase());
  return { hasTable: has, hasColumn: (name) => isAll || has(name) };
}

/** All tables and columns. */
export const everything: WantedNames = { hasTable: () => true, hasColumn: () => true };

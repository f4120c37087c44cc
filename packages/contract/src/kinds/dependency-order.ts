/** Sorts names so that each name comes after the names that `before` returns for it. The dependencies must contain no cycle. */
export function inDependencyOrder<Name extends string>(
  names: readonly Name[],
  before: (name: Name) => readonly Name[],
): Name[] {
  const ordered: Name[] = [];
  const visit = (name: Name): void => {
    if (ordered.includes(name)) return;
    for (const earlier of before(name)) visit(earlier);
    ordered.push(name);
  };
  for (const name of names) visit(name);
  return ordered;
}

import type { Column } from './column.ts';
import { factsOf } from './facts-of.ts';

/** Matches the id in a reference to a document. */
export const ID_OF_REFERENCE = '([^/]+)$';

const reference = /^\/?([^/]+)\/([^/]+)$/;

/**
 * Replaces references to documents, such as `users/ann`, by the ids of the documents.
 *
 * @param collections the names of the collections in the export
 */
export function withDocumentIds(
  columns: readonly Column[],
  collections: ReadonlySet<string>,
): Column[] {
  return columns.map((column) => {
    const parts = [...column.facts.values.keys()].map((value) => reference.exec(value));
    const [first] = parts;
    if (first === null || first === undefined || !collections.has(first[1]!)) return column;
    if (!parts.every((part) => part?.[1] === first[1])) return column;
    const texts = [...column.facts.values].flatMap(([value, times]) =>
      Array.from({ length: times }, () => idOf(value)),
    );
    return {
      ...column,
      isReference: true,
      facts: factsOf(texts, column.facts.empty),
      cells: column.cells.map((cell) => (cell === undefined ? undefined : idOf(cell))),
    };
  });
}

function idOf(text: string): string {
  return reference.exec(text)?.[2] ?? text;
}

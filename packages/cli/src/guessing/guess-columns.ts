import { type InputKind, inputKinds } from '@chatferry/contract';
import { constantFields, fieldNames, requiredColumns } from './field-names.ts';

/** What the columns of a file probably are. */
export interface GuessedColumns {
  readonly kind: InputKind;
  /** Column → field, for columns that are not named like their field. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Columns that match no field of the kind. */
  readonly unknown: readonly string[];
  /** Required fields that no column seems to contain. */
  readonly lacking: readonly string[];
}

/** Guesses the columns of a file whose name shows the kind. */
export function guessColumns(kind: InputKind, columns: readonly string[]): GuessedColumns {
  const fields = fieldNames(kind);
  const own = new Set(columns.filter((column) => Object.hasOwn(fields, rootOf(column))));
  const taken = new Set([...own].map(rootOf));
  const renamed: Record<string, string> = {};
  for (const [field, names] of Object.entries(fields)) {
    if (taken.has(field)) continue;
    const column = [field.toLowerCase(), ...names]
      .map((name) =>
        columns.find((each) => !own.has(each) && !(each in renamed) && plain(each) === name),
      )
      .find((each) => each !== undefined);
    if (column === undefined) continue;
    renamed[column] = field;
    taken.add(field);
  }
  return {
    kind,
    renamed,
    unknown: columns.filter((column) => !own.has(column) && !(column in renamed)),
    lacking: [...requiredColumns(kind), ...constantFields(kind)].filter(
      (field) => !taken.has(field),
    ),
  };
}

/** Also guesses the kind: the one with the fewest missing fields and unmatched columns. */
export function guessKind(columns: readonly string[]): GuessedColumns {
  return inputKinds
    .map((kind) => guessColumns(kind, columns))
    .reduce((best, each) => (misfit(each) < misfit(best) ? each : best));
}

function misfit({ kind, lacking, unknown, renamed }: GuessedColumns): number {
  const missing = lacking.filter((field) => requiredColumns(kind).includes(field));
  return missing.length * 100 + unknown.length * 2 + Object.keys(renamed).length;
}

/** `metadata.plan` belongs to `metadata`. */
function rootOf(column: string): string {
  return column.split('.', 1)[0]!;
}

function plain(column: string): string {
  return column.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

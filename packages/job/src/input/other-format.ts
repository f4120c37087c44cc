import { JobError } from '../errors/job-error.ts';

/** Names of files that are no tables, with their format and the way to read them. */
const formats: readonly (readonly [name: RegExp, what: string, fix: string])[] = [
  [
    /\.sql(\.gz)?$/i,
    'a dump of SQL, whose tables are read by queries',
    'Name it in the configuration under sources, as dump, with a query for each kind: sources: [{ dump: FILE, kinds: … }].',
  ],
  [
    /\.(sqlite3?|db3?)$/i,
    'a database of SQLite, whose tables are read by queries',
    'Name it in the configuration under sources, as sqlite, with a query for each kind: sources: [{ sqlite: FILE, kinds: … }].',
  ],
  [
    /\.(xlsx?|ods)$/i,
    'a workbook',
    'Save each of its sheets as CSV in UTF-8, named after what it holds, such as users.csv.',
  ],
];

/** The format of a file that is no table, if its name shows that. */
export function otherFormatOf(file: string): string | undefined {
  return formats.find(([name]) => name.test(file))?.[1];
}

/** The error for a file that is no table, if its name shows how to read it. */
export function otherFormat(file: string): JobError | undefined {
  const found = formats.find(([name]) => name.test(file));
  if (found === undefined) return undefined;
  const [, what, fix] = found;
  return new JobError('other-format', `'${file}' is ${what}.`, fix, { path: file });
}

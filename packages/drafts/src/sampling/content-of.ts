import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Format } from '@chatferry/parsers';

/** The format of a file by its content, or why the file cannot be read. */
export type Content =
  | { readonly format: Format }
  /** `database`: queries can read the file's tables. */
  | { readonly unreadable: string; readonly database?: 'dump' | 'sqlite' };

/** The fix for the formats of pg_dump that are not text. Needs no server. */
const RESTORE = 'make SQL of it, which needs no server: pg_restore -f dump.sql';

const signatures: readonly {
  readonly bytes: string;
  readonly unreadable: string;
  readonly database?: 'sqlite';
}[] = [
  {
    bytes: 'PK\u0003\u0004',
    unreadable: 'a ZIP archive or a workbook: unpack it, or save the workbook as CSV in UTF-8',
  },
  {
    bytes: 'SQLite format 3',
    unreadable:
      'a database of SQLite: name it under sources as sqlite, with a query for each kind (docs/databases.md)',
    database: 'sqlite',
  },
  { bytes: '%PDF', unreadable: 'a PDF document' },
  { bytes: '\u0089PNG', unreadable: 'a picture' },
  { bytes: 'GIF8', unreadable: 'a picture' },
  { bytes: '\u00ff\u00d8\u00ff', unreadable: 'a picture' },
  {
    bytes: 'PGDMP',
    unreadable: `a PostgreSQL archive: ${RESTORE} FILE`,
  },
  { bytes: 'BZh', unreadable: 'compressed with bzip2: unpack it, or use gzip or Zstandard' },
  { bytes: '\u00fd7zXZ', unreadable: 'compressed with xz: unpack it, or use gzip or Zstandard' },
  {
    bytes: '\u00d0\u00cf\u0011\u00e0',
    unreadable: 'a workbook of an old Excel: save its sheets as CSV in UTF-8',
  },
  { bytes: '7z\u00bc\u00af', unreadable: 'a 7-Zip archive: unpack it' },
  { bytes: 'Rar!', unreadable: 'a RAR archive: unpack it' },
  {
    bytes: '\u001f\u009d',
    unreadable: 'compressed with compress: unpack it, or use gzip or Zstandard',
  },
  { bytes: 'PAR1', unreadable: 'a Parquet file: write its rows as lines of JSON' },
  { bytes: 'Obj\u0001', unreadable: 'an Avro file: write its rows as lines of JSON' },
];

const OTHER_TOOLS = 'write its collections with node-firestore-import-export (docs/documents.md)';

/** The first bytes of the output of `mongodump --archive`. */
const ARCHIVE = 'm\u00e2\u0099\u0081';

/** Files of a dump of MongoDB that contain no documents of the app. */
const partOfDump: readonly { readonly name: RegExp; readonly unreadable: string }[] = [
  {
    name: /\.metadata\.json(\.gz)?$/,
    unreadable: 'the indexes of a collection, which mongodump writes beside its documents',
  },
  {
    name: /(^|[\\/])prelude\.json(\.gz)?$/,
    unreadable: 'the versions of mongodump and its server',
  },
  {
    name: /(^|[\\/])system\.buckets\.[^\\/]*\.bson(\.gz)?$/,
    unreadable:
      'a time series, whose documents are packed into buckets: export the collection with mongoexport',
  },
  {
    name: /(^|[\\/])(system\.[^\\/]*|(admin|config|local)[\\/][^\\/]*)\.bson(\.gz)?$/,
    unreadable: 'a collection of the server',
  },
  {
    name: /(^|[\\/])(WiredTiger[^\\/]*|[^\\/]*\.wt)$/,
    unreadable:
      'a file of the storage engine of MongoDB: restore it, and dump the database with mongodump',
  },
  {
    name: /(^|[\\/])oplog\.bson(\.gz)?$/,
    unreadable:
      'writes during the dump, which its collections do not have: dump again later, and plan that after this job',
  },
];

/** Whether a file is written by `pg_dump -Fd` into a folder: the contents, or the rows of a table without their columns. */
function isInDumpFolder(file: string): boolean {
  const isNamed = /(^|[\\/])(toc\.dat|\d+\.dat(\.(gz|lz4|zst))?|blobs\w*\.toc)$/.test(file);
  return isNamed && existsSync(path.join(path.dirname(file), 'toc.dat'));
}

/** Bytes of the length at the beginning of a document, and of the smallest document. */
const LENGTH_BYTES = 4;
const LEAST_BYTES = 5;

/** Whether a file begins with a document of BSON: a length, the type of the first value, and a zero at the end. */
function isBson(head: Buffer): boolean {
  const length = head.length < LEAST_BYTES ? 0 : head.readInt32LE(0);
  if (length < LEAST_BYTES || length > head.length || head[length - 1] !== 0) return false;
  const type = head[LENGTH_BYTES]!;
  return length === LEAST_BYTES ? head.length > length : type >= 1 && type <= 0x13;
}

/** Of so many characters, a text has at most one control character. A legacy system may have stored a few in names and messages. */
const CHARACTERS_FOR_CONTROL = 50;

/** Whether a sample is text: a file of another kind has control characters everywhere. */
function isText(sample: string): boolean {
  const controls = Array.from(sample).filter((each) => each < ' ' && !/\s/.test(each)).length;
  return controls * CHARACTERS_FOR_CONTROL <= sample.length;
}

/**
 * @param text the beginning of the file
 * @param name the name of the file, which decides when the content fits two formats
 */
export function contentOf(head: Buffer, text: string, name: string): Content {
  const ofServer = partOfDump.find(({ name: pattern }) => pattern.test(name));
  if (ofServer !== undefined) return { unreadable: ofServer.unreadable };
  if (isInDumpFolder(name))
    return { unreadable: `part of a folder that pg_dump -Fd wrote: ${RESTORE} FOLDER` };
  const start = head.subarray(0, 16).toString('latin1');
  const signature = signatures.find(({ bytes }) => start.startsWith(bytes));
  if (signature !== undefined) {
    const { bytes: _, ...content } = signature;
    return content;
  }
  if (start.startsWith(ARCHIVE)) return { format: 'mongo-archive' };
  if (/\.bson(\.(gz|zst))?$/i.test(name) || isBson(head)) return { format: 'bson' };
  if (/\.(overall_)?export_metadata$|(^|\/)output-\d+$/.test(name))
    return {
      unreadable: `part of a managed export of Firestore, which only Firestore reads: ${OTHER_TOOLS}`,
    };
  if (text.trim() === 'null')
    return {
      unreadable: `null: the Realtime Database holds nothing here. An app that uses Firestore has its data there: ${OTHER_TOOLS}`,
    };
  if (/\.(eml|mbox)$/i.test(name)) return { unreadable: 'mail: write its messages as CSV or JSON' };
  if (text.slice(257, 262) === 'ustar')
    return { unreadable: 'a tar archive: unpack it, and name the folder' };
  if (text.trim() === '') return { unreadable: 'empty' };
  if (!isText(text.slice(0, 4096)))
    return { unreadable: 'not a text file; export it as CSV or JSON' };

  const trimmed = text.trimStart();
  if (/^<\?xml[^>]*>\s*<mysqldump\b/.test(trimmed))
    return { unreadable: 'a dump in XML: make it without --xml' };
  if (/^(<\?xml|<!doctype|<html)/i.test(trimmed))
    return { unreadable: 'XML or HTML; export it as CSV or JSON' };
  if (
    /\.sql(\.|$)/i.test(name) ||
    /^(--[^\n]*\n|\/\*|\s|set\s[^\n]*;)*(create|insert|drop|use|begin|pragma|lock)\s/i.test(
      trimmed.slice(0, 4096),
    )
  )
    return {
      unreadable:
        'a dump in SQL: name it under sources as dump, with a query for each kind (docs/dumps.md)',
      database: 'dump',
    };
  if (/^\[\s*\{\s*"type"\s*:\s*"header"[^}]*phpMyAdmin/i.test(trimmed))
    return {
      unreadable:
        'an export of phpMyAdmin in JSON: name it under sources as dump, with a query for each kind (docs/dumps.md)',
      database: 'dump',
    };
  if (/^\[?\s*\{/.test(trimmed) || /^\[\s*(\]|$)/.test(trimmed))
    return { format: jsonFormat(trimmed, name) };
  if (isChatText(trimmed))
    return {
      unreadable:
        'a chat as text, as messengers export it for reading: export it as JSON, or write its lines as CSV with the columns sender, time and text',
    };
  if (/\.(md|rst|html?|xml|ya?ml|toml|ini|conf|sh|js|ts|py|php|rb|css)(\.|$)/i.test(name))
    return { unreadable: 'a text that is no table' };
  return /[,;\t|\n]/.test(trimmed) || /\.(csv|tsv)/i.test(name)
    ? { format: 'csv' }
    : { unreadable: 'neither a table nor JSON' };
}

/** Whether most lines begin with a date or a time, and a name before a colon: `31.12.23, 21:41 - Ann: Hi`. */
function isChatText(text: string): boolean {
  const lines = text
    .slice(0, 4096)
    .split('\n')
    .slice(0, 20)
    .filter((line) => line.trim() !== '');
  const said =
    /^\W{0,3}(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}:\d\d)[^\n]{0,20}?([\]–-]|\] <?) ?[^:\n]{1,40}[:>] /;
  return lines.length > 1 && lines.filter((line) => said.test(line)).length >= lines.length * 0.4;
}

/** `ndjson` when the first line is a whole object and the next line begins another one. */
function jsonFormat(text: string, name: string): Format {
  if (text.startsWith('[')) return 'json';
  const [first = '', second] = text.split('\n', 2);
  if (!isObjectText(first)) return /\.(ndjson|jsonl)(\.|$)/i.test(name) ? 'ndjson' : 'json';
  if (second !== undefined && second.trim() !== '') return 'ndjson';
  return /\.(ndjson|jsonl|log)(\.|$)/i.test(name) ? 'ndjson' : 'json';
}

function isObjectText(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The differences between dumps of different systems. */
export interface Dialect {
  /** The program that wrote the dump, as in a sentence. */
  readonly writer: string;
  /** Whether a backslash in a plain text begins an escape. */
  readonly hasEscapes: boolean;
  /** Whether `#` begins a comment. */
  readonly hasHashComments: boolean;
  /** The encoding of its texts, as `TextDecoder` names it. */
  readonly encoding: 'utf-8' | 'windows-1252';
  /** Whether the values of a `TIMESTAMP` are in UTC, as MySQL's dump program sets it. */
  readonly hasUtcTimes: boolean;
  /** Whether the types of columns decide how values are written. In SQLite they do not. */
  readonly hasTypes: boolean;
  /** Whether tables are in schemas of a database. In MySQL, the name before the dot is a database. */
  readonly hasSchemas: boolean;
  /** The last line that the program writes; absent when it has no such line. */
  readonly lastLine?: string;
}

/** The statement that ends a dump of one transaction. */
const COMMIT = 'COMMIT;';

/**
 * Finds the dialect by the first comments and settings of a dump.
 * @param head the beginning of the dump, with one character a byte
 */
export function dialectOf(head: string): Dialect {
  const encoding = /SET NAMES '?latin1|client_encoding = '(?:LATIN1|WIN1252)'/i.test(head)
    ? 'windows-1252'
    : 'utf-8';
  if (/^-- PostgreSQL database (?:cluster )?dump/m.test(head) || /^\\restrict /m.test(head))
    return {
      writer: 'pg_dump',
      hasEscapes: /standard_conforming_strings = off/.test(head),
      hasHashComments: false,
      encoding,
      hasUtcTimes: false,
      hasTypes: true,
      hasSchemas: true,
      lastLine: '-- PostgreSQL database dump complete',
    };
  if (/^PRAGMA foreign_keys=OFF;/m.test(head))
    return {
      writer: 'SQLite',
      hasEscapes: false,
      hasHashComments: false,
      encoding,
      hasUtcTimes: false,
      hasTypes: false,
      hasSchemas: false,
      lastLine: COMMIT,
    };
  const mysql = /^-- (?:MySQL|MariaDB) dump /m.test(head);
  return {
    writer: mysql ? 'mysqldump' : /phpMyAdmin SQL Dump/.test(head) ? 'phpMyAdmin' : 'SQL',
    hasEscapes:
      mysql || /phpMyAdmin|ENGINE=|`/.test(head)
        ? !/SQL_MODE\s*=\s*'[^']*NO_BACKSLASH_ESCAPES/i.test(head)
        : false,
    hasHashComments: mysql || /phpMyAdmin|`/.test(head),
    encoding,
    hasUtcTimes: /\bTIME_ZONE\s*=\s*['"]\+00:00/i.test(head),
    hasTypes: true,
    hasSchemas: false,
    ...(mysql ? { lastLine: '-- Dump completed' } : {}),
    ...(/phpMyAdmin SQL Dump[\s\S]*^START TRANSACTION;/m.test(head) ? { lastLine: COMMIT } : {}),
  };
}

/** Decodes a text of a dump, in which each character stands for one byte of its encoding. */
export function decoderOf({ encoding }: Dialect): (text: string) => string {
  const decoder = new TextDecoder(encoding);
  return (text) =>
    /[\u0080-\u00FF]/.test(text) ? decoder.decode(Buffer.from(text, 'latin1')) : text;
}

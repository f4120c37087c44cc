import type { InspectedDatabase } from '@chatferry/job/planning';
import { identifier } from './identifier.ts';

/** The SQL syntax of a database. */
export interface Sql {
  readonly name: (name: string) => string;
  /** Bytes as hexadecimal digits. */
  readonly hex: (expression: string) => string;
  readonly text: (expression: string) => string;
  /** A list of JSON with an object for each row. MySQL has no order for it. @param members names and values @param order the columns that order the list */
  readonly objects: (members: string, order: string) => string;
}

/** Servers have more reserved words than SQLite, so every name is quoted. */
const quotedBy =
  (quote: string) =>
  (name: string): string =>
    `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;

const text = (expression: string): string => `CAST(${expression} AS text)`;
const hex = (expression: string): string => `hex(${expression})`;
const sqlite: Sql = {
  name: identifier,
  hex,
  text,
  objects: (members, order) => `json_group_array(json_object(${members}) ORDER BY ${order})`,
};

const sqls: Readonly<Record<InspectedDatabase['driver'], Sql>> = {
  dump: sqlite,
  sqlite,
  postgres: {
    name: quotedBy('"'),
    hex: (expression) => `encode(${expression}, 'hex')`,
    text,
    objects: (members, order) => `json_agg(json_build_object(${members}) ORDER BY ${order})`,
  },
  mysql: {
    name: quotedBy('`'),
    hex,
    text: (expression) => `CAST(${expression} AS char)`,
    objects: (members) => `JSON_ARRAYAGG(JSON_OBJECT(${members}))`,
  },
};

export function sqlOf({ driver }: Pick<InspectedDatabase, 'driver'>): Sql {
  return sqls[driver];
}

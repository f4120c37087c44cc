import { inputKinds } from '@chatferry/contract';
import { kindMapping } from '@chatferry/parsers';
import { z } from 'zod';

const drivers = ['postgres', 'mysql', 'sqlite', 'dump'] as const;

export type Driver = (typeof drivers)[number];

/** How the rows of one kind are read from a database, and how they become records. */
const databaseKind = kindMapping
  .omit({
    rows: true,
    when: true,
    delimiter: true,
    quote: true,
    escape: true,
    comment: true,
    skipLines: true,
    header: true,
    fields: true,
    nulls: true,
    encoding: true,
  })
  .extend({
    query: z.string().min(1).describe('The SELECT whose rows become records of the kind.'),
    key: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .optional()
      .describe('The columns that tell rows apart. Default: the columns of the ids.'),
  });

export type DatabaseKind = z.infer<typeof databaseKind>;

const databaseKinds = z.partialRecord(
  z.enum(inputKinds),
  z.union([databaseKind, z.array(databaseKind).min(1)]),
);

export type DatabaseKinds = z.infer<typeof databaseKinds>;

/** A database as a source of rows. */
export const databaseSource = z
  .strictObject({
    postgres: z.string().min(1).optional().describe('The address of a PostgreSQL server.'),
    mysql: z.string().min(1).optional().describe('The address of a MySQL or MariaDB server.'),
    sqlite: z.string().min(1).optional().describe('The path of a SQLite file.'),
    dump: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The path of a dump: SQL that mysqldump, phpMyAdmin, pg_dump or SQLite wrote, also with gzip.',
      ),
    name: z
      .string()
      .regex(/^[\w-]+$/, 'must consist of letters, digits, _ and -')
      .optional()
      .describe('The name of the database in problems.'),
    kinds: databaseKinds
      .refine((kinds) => Object.keys(kinds).length > 0, 'names no kind')
      .optional()
      .describe('The query of each kind, and how its rows become records.'),
    preset: z
      .enum(['discourse', 'phpbb'])
      .optional()
      .describe('The system whose tables are read, in place of `kinds`.'),
    tablePrefix: z
      .string()
      .regex(/^\w*$/, 'must consist of letters, digits and _')
      .optional()
      .describe('What the names of the tables of phpBB begin with.'),
  })
  .refine(
    ({ kinds, preset }) => (kinds === undefined) !== (preset === undefined),
    'needs either kinds or preset',
  )
  .refine(
    ({ preset, postgres, dump }) => preset !== 'discourse' || (postgres ?? dump) !== undefined,
    'preset discourse needs postgres or dump',
  )
  .refine(
    (source) => drivers.filter((driver) => source[driver] !== undefined).length === 1,
    'needs one of postgres, mysql, sqlite and dump',
  );

export type DatabaseSource = z.infer<typeof databaseSource>;

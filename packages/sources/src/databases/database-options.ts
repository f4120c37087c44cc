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
    /** A SELECT. */
    query: z.string().min(1),
    /** The columns that tell rows apart. Without it: those of the ids. */
    key: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
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
    /** The address of a server. */
    postgres: z.string().min(1).optional(),
    mysql: z.string().min(1).optional(),
    /** The path of a file. */
    sqlite: z.string().min(1).optional(),
    /** The path of a dump: SQL that mysqldump, phpMyAdmin, pg_dump or SQLite wrote, also with gzip. */
    dump: z.string().min(1).optional(),
    /** Its name in problems. */
    name: z
      .string()
      .regex(/^[\w-]+$/, 'must consist of letters, digits, _ and -')
      .optional(),
    kinds: databaseKinds
      .refine((kinds) => Object.keys(kinds).length > 0, 'names no kind')
      .optional(),
    /** The system whose tables are read, in place of `kinds`. */
    preset: z.enum(['discourse', 'phpbb']).optional(),
    /** What the names of the tables of phpBB begin with. */
    tablePrefix: z.string().regex(/^\w*$/, 'must consist of letters, digits and _').optional(),
  })
  .refine(
    ({ kinds, preset }) => (kinds === undefined) !== (preset === undefined),
    'needs either kinds or preset',
  )
  .refine(
    ({ preset, postgres }) => preset !== 'discourse' || postgres !== undefined,
    'preset discourse needs postgres',
  )
  .refine(
    (source) => drivers.filter((driver) => source[driver] !== undefined).length === 1,
    'needs one of postgres, mysql, sqlite and dump',
  );

export type DatabaseSource = z.infer<typeof databaseSource>;

import type { z } from 'zod';
import type { ComparedField, ComparedFields } from './compared-fields.ts';

/**
 * How a field of a record that the service holds is changed. Source: chat API.
 *
 * A field has only the name of the operation, because operations are made of these fields. The table of kinds checks that it exists.
 */
export interface FieldUpdate<Operation extends string = string> {
  readonly operation: Operation;
  /**
   * How the field is emptied. `unset`: the request names the field in the list `unset`. `as`: the request sends this value. Absent: the
   * field cannot be emptied.
   */
  readonly empty?: 'unset' | { readonly as: unknown };
}

/** The comparison of a field. `as` is the field's name in the service's answers, if that name differs. */
type Comparison = Omit<ComparedField, 'of'> & { readonly as?: string };

interface Facts<Operation extends string> {
  readonly droppable?: true;
  readonly created?: true;
  readonly incidental?: true;
  readonly compared?: Comparison;
  readonly updated?: FieldUpdate<Operation>;
}

/** One field of a record, and everything that depends on it. Each method returns a new field. */
export class Field<Schema extends z.ZodType | undefined, Operation extends string = never> {
  readonly schema: Schema;
  readonly facts: Facts<Operation>;

  constructor(schema: Schema, facts: Facts<Operation> = {}) {
    this.schema = schema;
    this.facts = facts;
  }

  /** A bad value drops the field, not the record. */
  droppable(): this {
    return this.#with({ droppable: true });
  }

  /** The chat endpoint that creates the record takes the field. */
  created(): this {
    return this.#with({ created: true });
  }

  /** Using the app changes the field, so it is not content of the record. */
  incidental(): this {
    return this.#with({ incidental: true });
  }

  /** The field is compared with the value that the service holds. @param source where this is documented */
  compared(
    equality: ComparedField['equality'],
    source: string = SHOWN,
    more: Partial<Comparison> = {},
  ): this {
    return this.#with({ compared: { equality, source, ...more } });
  }

  /** An operation changes the field. @param empty how the field is emptied; absent: it cannot be emptied */
  updated<const Name extends string>(
    operation: Name,
    empty?: FieldUpdate['empty'],
  ): Field<Schema, Name> {
    const updated = empty === undefined ? { operation } : { operation, empty };
    return new Field(this.schema, { ...this.facts, updated });
  }

  #with(facts: Omit<Facts<never>, 'updated'>): this {
    return new Field(this.schema, { ...this.facts, ...facts }) as this;
  }
}

const SHOWN = 'chat API, User, Group, Member and Message objects';

/** A field that every record has. */
export function field<Schema extends z.ZodType>(schema: Schema): Field<Schema> {
  return new Field(schema);
}

/** A field that a record may have. */
export function optional<Schema extends z.ZodType>(schema: Schema): Field<z.ZodOptional<Schema>> {
  return new Field(schema.optional());
}

/** A field without a schema of its own: only the service has the field, or it is inside another field. */
export function part(): Field<undefined> {
  return new Field(undefined);
}

export type FieldTable = Readonly<Record<string, Field<z.ZodType | undefined, string>>>;

type SchemasOf<Table extends FieldTable> = {
  [
    Name in keyof Table as Table[Name] extends Field<z.ZodType, string> ? Name : never
  ]: Table[Name] extends Field<infer Schema, string> ? Schema : never;
};

/** The schemas of the fields that have one, for `z.strictObject`. */
export function schemasOf<Table extends FieldTable>(table: Table): SchemasOf<Table> {
  return pick(table, ({ schema }, name) => schema && [name, schema]) as SchemasOf<Table>;
}

type OperationIn<Table extends FieldTable> =
  Table[keyof Table] extends Field<z.ZodType | undefined, infer Operation> ? Operation : never;

interface KindFields<Operation extends string> {
  readonly optional?: readonly string[];
  readonly incidental?: readonly string[];
  readonly compared: ComparedFields;
  readonly updates?: Readonly<Record<string, FieldUpdate<Operation>>>;
}

/** The columns of the table of kinds that follow from the fields. Lists are in the order of the fields. */
export function kindFields<Table extends FieldTable>(table: Table): KindFields<OperationIn<Table>> {
  const droppable = namesOf(table, 'droppable');
  const incidental = namesOf(table, 'incidental');
  const updates = pick(table, ({ facts: { compared, updated } }, name) => {
    const update = updated as FieldUpdate<OperationIn<Table>> | undefined;
    return update && [compared?.as ?? name, update];
  });
  return {
    ...(droppable.length > 0 && { optional: droppable }),
    ...(incidental.length > 0 && { incidental }),
    compared: pick(table, ({ facts: { compared } }, name) => {
      if (compared === undefined) return undefined;
      const { as, ...how } = compared;
      return as === undefined ? [name, how] : [as, { of: name, ...how }];
    }),
    ...(Object.keys(updates).length > 0 && { updates }),
  };
}

/** The fields that the chat endpoint takes when it creates the record. */
export function createdFields(table: FieldTable): readonly string[] {
  return namesOf(table, 'created');
}

function namesOf(table: FieldTable, fact: keyof Facts<string>): readonly string[] {
  return Object.keys(table).filter((name) => table[name]!.facts[fact] !== undefined);
}

function pick<Value>(
  table: FieldTable,
  entryOf: (
    field: Field<z.ZodType | undefined, string>,
    name: string,
  ) => readonly [string, Value] | undefined,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, each]) => {
      const entry = entryOf(each, name);
      return entry === undefined ? [] : [entry];
    }),
  );
}

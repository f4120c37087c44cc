import { z } from 'zod';
import { byKind, type Kind, kinds } from './kinds.ts';

/** The type of a field: `time` is UNIX seconds, `tags` a list of texts, `json` an object. */
export type FieldType = 'text' | 'time' | 'boolean' | 'tags' | 'json';

export interface FieldDefinition {
  readonly type: FieldType;
  /** Whether a row must contain it. A field that is filled in from others is not required. */
  readonly required: boolean;
}

/** The fields of each kind of record, by name, read from the schemas. */
export const fields: Readonly<Record<Kind, Readonly<Record<string, FieldDefinition>>>> =
  byKind(fieldsOf);

function fieldsOf(kind: Kind): Record<string, FieldDefinition> {
  const variants = shapesIn(kinds[kind].schema);
  const found: Record<string, FieldDefinition> = {};
  for (const [name, schema] of variants.flatMap((shape) => Object.entries(shape))) {
    const needed = variants.every((shape) => name in shape && !isOptional(shape[name]!));
    const filled = kinds[kind].filledIn?.includes(name) ?? false;
    found[name] = { type: typeOf(schema), required: needed && !filled };
  }
  return found;
}

/** The shapes of a record; messages have one for each category and type. */
function shapesIn(schema: z.core.$ZodType): Record<string, z.core.$ZodType>[] {
  if (schema instanceof z.ZodObject) return [schema.shape];
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(shapesIn);
  throw new TypeError('A record schema must be an object or a union of objects.');
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodOptional;
}

function typeOf(schema: z.core.$ZodType): FieldType {
  if (schema instanceof z.ZodOptional) return typeOf(schema.unwrap());
  if (schema instanceof z.ZodNumber) return 'time';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodArray) return 'tags';
  const holdsObject = [z.ZodObject, z.ZodRecord, z.ZodCustom].some(
    (type) => schema instanceof type,
  );
  return holdsObject ? 'json' : 'text';
}

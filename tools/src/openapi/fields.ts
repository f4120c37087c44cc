/** One field of a request. */
export interface Field {
  readonly required: boolean;
  /** The allowed JSON types, such as `string` or `string[]`, sorted; `undefined` when any is allowed. */
  readonly types: readonly string[] | undefined;
  /** The allowed words, sorted; `undefined` when any value is allowed. */
  readonly words: readonly string[] | undefined;
}

/** The fields by path, such as `data.attachments[].url` or `users.*.name`. */
export type Fields = ReadonlyMap<string, Field>;

/** The part of JSON Schema that both sides use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

export type Resolve = (reference: string) => JsonSchema;

/** All fields of a schema, at any depth. */
export function fieldsOf(schema: JsonSchema | undefined, resolve: Resolve): Fields {
  const fields = new Map<string, Field>();
  if (schema !== undefined) collect(schema, '', resolve, fields);
  return fields;
}

function collect(
  schema: JsonSchema,
  at: string,
  resolve: Resolve,
  fields: Map<string, Field>,
): void {
  if (schema.$ref !== undefined) return collect(resolve(schema.$ref), at, resolve, fields);
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (branches.length > 0) mergeBranches(branches, at, resolve, fields);
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    // A name such as <uid> matches any key.
    const place = join(at, name.startsWith('<') ? '*' : name);
    const required = schema.required?.includes(name) ?? false;
    fields.set(place, { required, types: typesOf(part, resolve), words: wordsOf(part, resolve) });
    collect(part, place, resolve, fields);
  }
  if (typeof schema.additionalProperties === 'object' && !isAnything(schema.additionalProperties)) {
    const entry = schema.additionalProperties;
    const types = typesOf(entry, resolve);
    fields.set(join(at, '*'), { required: false, types, words: wordsOf(entry, resolve) });
    collect(entry, join(at, '*'), resolve, fields);
  }
  if (schema.items !== undefined) collect(schema.items, `${at}[]`, resolve, fields);
}

/** Merges alternatives: a field is required if all alternatives require it, and its words are the words of all alternatives. */
function mergeBranches(
  branches: readonly JsonSchema[],
  at: string,
  resolve: Resolve,
  fields: Map<string, Field>,
): void {
  const parts = branches.map((branch) => {
    const part = new Map<string, Field>();
    collect(branch, at, resolve, part);
    return part;
  });
  for (const place of new Set(parts.flatMap((part) => [...part.keys()]))) {
    const found = parts.flatMap((part) => part.get(place) ?? []);
    fields.set(place, {
      required: found.length === parts.length && found.every(({ required }) => required),
      types: union(found.map(({ types }) => types)),
      words: union(found.map(({ words }) => words)),
    });
  }
}

function wordsOf(schema: JsonSchema, resolve: Resolve): readonly string[] | undefined {
  if (schema.$ref !== undefined) return wordsOf(resolve(schema.$ref), resolve);
  if (schema.const !== undefined) return [String(schema.const)];
  if (schema.enum !== undefined) return sorted(schema.enum.map(String));
  return schema.items === undefined ? undefined : wordsOf(schema.items, resolve);
}

function typesOf(schema: JsonSchema, resolve: Resolve): readonly string[] | undefined {
  const { $ref, const: constant, enum: words, items, properties, type } = schema;
  if ($ref !== undefined) return typesOf(resolve($ref), resolve);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return union(branches.map((branch) => typesOf(branch, resolve)));
  if (type === 'array' && items !== undefined)
    return typesOf(items, resolve)?.map((item) => `${item}[]`) ?? ['array'];
  if (type !== undefined) return sorted([type].flat());
  if (constant !== undefined) return [typeof constant];
  if (words !== undefined) return sorted(words.map((word) => typeof word));
  return properties === undefined ? undefined : ['object'];
}

/** The values that at least one alternative allows; `undefined` when an alternative allows any value. */
function union(
  alternatives: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  return alternatives.includes(undefined)
    ? undefined
    : sorted(alternatives.flatMap((one) => one ?? []));
}

function isAnything(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

function join(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

function sorted(words: readonly string[]): readonly string[] {
  return [...new Set(words)].toSorted();
}

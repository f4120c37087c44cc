const decoder = new TextDecoder();

interface ReviverContext {
  /** The text of a primitive value. */
  readonly source?: string;
}

/** JavaScript's raw numbers in JSON, which the library types do not have yet. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** A record without some of its fields. Numbers keep all their digits. */
export function withoutFields(wire: Uint8Array, fields: readonly string[]): string {
  const record = JSON.parse(decoder.decode(wire), keepNumber as never) as Record<string, unknown>;
  for (const field of fields) delete record[field];
  return JSON.stringify(record);
}

function keepNumber(_: string, value: unknown, { source }: ReviverContext): unknown {
  return typeof value === 'number' && source !== undefined ? rawJSON(source) : value;
}

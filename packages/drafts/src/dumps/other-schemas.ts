import { counted } from '@chatferry/contract';
import type { InspectedDatabase } from '@chatferry/job/planning';

/** Names the schemas of PostgreSQL that are not inspected, and how to read them; undefined when there are none. */
export function otherSchemas({ others }: Pick<InspectedDatabase, 'others'>): string | undefined {
  const [first] = others;
  if (first === undefined) return undefined;
  const named = others
    .map(({ name, tables }) => `${name} (${counted(tables, 'table')})`)
    .join(', ');
  const are = others.length === 1 ? 'the schema' : 'the schemas';
  return `${are} ${named} outside of the search path, which the address sets with ?options=-csearch_path%3D${first.name}`;
}

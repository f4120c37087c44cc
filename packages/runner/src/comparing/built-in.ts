import { type Kind, type KindDefinition, kinds, type Row } from '@chatferry/contract';

/** Whether an entry of the list of a kind is made by the service itself, such as an action message. */
export function isBuiltIn(kind: Kind, entry: Row): boolean {
  const { list }: KindDefinition = kinds[kind];
  if (list === 'members' || !('builtIn' in list) || list.builtIn === undefined) return false;
  return entry[list.builtIn.field] === list.builtIn.value;
}

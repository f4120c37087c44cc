import { counted } from '../values/counted.ts';
/** Fields whose values are words of the service, or numbers of its pages: they are part of the shape. */
const ofService: ReadonlySet<string> = new Set([
  'action',
  'affix',
  'category',
  'code',
  'conversationType',
  'count',
  'current_page',
  'editedBy',
  'entityType',
  'limit',
  'per_page',
  'receiverType',
  'role',
  'source',
  'status',
  'success',
  'total',
  'total_pages',
  'type',
]);

/**
 * How an answer differs in shape from a recorded one: in the fields that objects have, in their order, and in the types of
 * values. Values themselves are compared only where they are words of the service, or numbers of its pages.
 *
 * @param at the name of the whole value in the differences
 * @returns one text for each difference; none when the shapes are the same
 */
export function shapeDifferences(recorded: unknown, answered: unknown, at = 'answer'): string[] {
  const [wanted, found] = [typeOf(recorded), typeOf(answered)];
  if (wanted !== found) return [`${at} is ${found} instead of ${wanted}`];
  if (Array.isArray(recorded)) return listDifferences(recorded, answered as unknown[], at);
  if (isObject(recorded)) return fieldDifferences(recorded, answered as Fields, at);
  const field = /[^.[\]]*$/.exec(at)![0];
  if (!ofService.has(field) || recorded === answered) return [];
  return [`${at} is ${JSON.stringify(answered)} instead of ${JSON.stringify(recorded)}`];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldDifferences(recorded: Fields, answered: Fields, at: string): string[] {
  // A field without a value is absent from JSON.
  const given = (name: string): boolean => answered[name] !== undefined;
  const [wanted, found] = [Object.keys(recorded), Object.keys(answered).filter(given)];
  const missing = wanted.filter((name) => !found.includes(name));
  const added = found.filter((name) => !wanted.includes(name));
  const common = wanted.filter((name) => found.includes(name));
  const order = found.filter((name) => wanted.includes(name));
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...added.map((name) => `${at}.${name} is not recorded`),
    ...(common.join() === order.join()
      ? []
      : [`${at} has its fields in the order ${order.join(', ')} instead of ${common.join(', ')}`]),
    ...common.flatMap((name) => shapeDifferences(recorded[name], answered[name], `${at}.${name}`)),
  ];
}

/** Compares items by position. If the lengths differ, each item must have the shape of any recorded item. */
function listDifferences(
  recorded: readonly unknown[],
  answered: readonly unknown[],
  at: string,
): string[] {
  const isSameLength = recorded.length === answered.length;
  if (!isSameLength && (recorded.length === 0 || answered.length === 0))
    return [`${at} has ${counted(answered.length, 'item')} instead of ${recorded.length}`];
  return answered.flatMap((item, index) => {
    const found = shapeDifferences(recorded[index] ?? recorded[0], item, `${at}[${index}]`);
    if (isSameLength || found.length === 0) return found;
    return recorded.some((other) => shapeDifferences(other, item).length === 0) ? [] : found;
  });
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a fraction';
  return { string: 'a text', boolean: 'a boolean', object: 'an object' }[typeof value as 'string'];
}

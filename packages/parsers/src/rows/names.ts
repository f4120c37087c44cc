import { fields, type Kind, kinds } from '@chatferry/contract';
import { closest, distance } from 'fastest-levenshtein';

/** The field that a name was probably intended to be, if one is similar. */
export function nearestField(kind: Kind, name: string): string | undefined {
  const { shorthands = {} } = kinds[kind];
  return nearest(name, [...Object.keys(fields[kind]), ...Object.keys(shorthands)]);
}

/** The known name that a name was probably intended to be, if one is similar. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  const same = known.find((each) => plain(each) === wanted);
  if (same !== undefined || wanted === '' || known.length === 0) return same;
  const found = closest(wanted, known.map(plain));
  return isNear(wanted, found) ? known.find((each) => plain(each) === found) : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

function isNear(one: string, other: string): boolean {
  return distance(one, other) <= Math.max(one.length, other.length) / 3;
}

/** Quoted as the configuration file needs it. */
export function quoted(name: string): string {
  return /^[\w-]+$/.test(name) ? name : shown(name);
}

const LONGEST_SHOWN = 60;

/** On one line and limited in length, whatever the header contains. */
export function shown(name: string): string {
  return JSON.stringify(
    name.length <= LONGEST_SHOWN ? name : `${name.slice(0, LONGEST_SHOWN - 1)}…`,
  );
}

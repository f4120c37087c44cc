import { fields, type Kind, kinds, nearestName } from '@chatferry/contract';

/** The field that was probably intended by a name; undefined when none is similar. */
export function nearestField(kind: Kind, name: string): string | undefined {
  const { shorthands = {} } = kinds[kind];
  return nearestName(name, [...Object.keys(fields[kind]), ...Object.keys(shorthands)]);
}

/** A name, quoted if the configuration file needs quotes. */
export function quoted(name: string): string {
  return /^[\w-]+$/.test(name) ? name : shown(name);
}

const LONGEST_SHOWN = 60;

/** A name in quotes, on one line and limited in length, whatever the header contains. */
export function shown(name: string): string {
  return JSON.stringify(
    name.length <= LONGEST_SHOWN ? name : `${name.slice(0, LONGEST_SHOWN - 1)}…`,
  );
}

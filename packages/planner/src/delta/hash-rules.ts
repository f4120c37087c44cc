/** Two states of 32 bits, which together are the hash of a text or a value. */
export interface HashStates {
  readonly upper: number;
  readonly lower: number;
}

/** The initial states for each type of value, so that a text and a number have different hashes. */
export const first: Readonly<Record<'text' | 'word' | 'object' | 'list' | 'empty', HashStates>> = {
  text: { upper: 0x9e3779b9 | 0, lower: 0x85ebca6b | 0 },
  word: { upper: 0x27d4eb2f, lower: 0x165667b1 },
  object: { upper: 0x94d049bb | 0, lower: 0x133111eb },
  list: { upper: 0x7f4a7c15, lower: 0xbf58476d | 0 },
  empty: { upper: 0x2545f491, lower: 0x4f6cdd1d },
};

/** How the fields of the outermost object are hashed. The fields are named by the hashes of their names. */
export interface HashRules {
  readonly leftOut?: readonly HashStates[];
  /** Fields with a list whose order makes no difference. */
  readonly unordered?: readonly HashStates[];
  /** Fields that are left out when they have this value, because a record without the field has the same value. */
  readonly absent?: readonly { readonly name: HashStates; readonly value: HashStates }[];
  /** A field with a number to read. */
  readonly wanted?: HashStates | undefined;
}

export const noRules: HashRules = {};

/** Whether a name is among these. */
export function isAmong(names: readonly HashStates[], upper: number, lower: number): boolean {
  for (const name of names) if (name.upper === upper && name.lower === lower) return true;
  return false;
}

/** Whether a field has the value that a record without the field has. */
export function isAbsent(
  absent: NonNullable<HashRules['absent']>,
  keyUpper: number,
  keyLower: number,
  upper: number,
  lower: number,
): boolean {
  for (const { name, value } of absent)
    if (name.upper === keyUpper && name.lower === keyLower)
      return value.upper === upper && value.lower === lower;
  return false;
}

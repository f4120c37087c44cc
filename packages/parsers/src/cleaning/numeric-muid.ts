import type { Row } from '@chatferry/contract';

/** What JavaScript and PHP take for a position in a list when it is the key of an object. */
const position = /^(?:0|[1-9]\d{0,15})$/;

/** Puts the prefix before a message id that looks like a position in a list. @returns the id it had, if so */
export function prefixNumericMuid(row: Row, prefix: string): string | undefined {
  const { muid } = row;
  if (typeof muid !== 'string' || !position.test(muid)) return undefined;
  row['muid'] = prefix + muid;
  return muid;
}

import { eachDetails, type Kind, kinds, type Row } from '@chatferry/contract';

const quotedNumber = /^\d+$/;

/**
 * Reads the users and groups inside a row like the row itself. Fields that are null or an empty text count as absent, and quoted numbers
 * as times, as in the service's own examples. The row is changed in place.
 *
 * @returns whether anything changed
 */
export function readDetails(kind: Kind, row: Row): boolean {
  let changed = false;
  eachDetails(kind, row, (details, of) => {
    if (dropEmpty(details)) changed = true;
    if (readTimes(details, kinds[of].times)) changed = true;
  });
  return changed;
}

function dropEmpty(details: Row): boolean {
  const empty = Object.keys(details).filter((key) => details[key] === null || details[key] === '');
  for (const key of empty) delete details[key];
  return empty.length > 0;
}

function readTimes(details: Row, fields: readonly string[]): boolean {
  let changed = false;
  for (const field of fields) {
    const time = details[field];
    if (typeof time !== 'string' || !quotedNumber.test(time)) continue;
    details[field] = Number(time);
    changed = true;
  }
  return changed;
}

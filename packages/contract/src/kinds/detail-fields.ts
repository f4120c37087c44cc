import { isObject } from '../values/json.ts';
import type { Row } from '../values/row.ts';
import { type Kind, kinds, type ReferredKind } from './kinds.ts';

/** Whether a row contains records of other kinds (`inlineRecords`). Most do not. The names are written out because constant property names are fast to check. */
export function hasDetails(row: Row): boolean {
  return (
    row['senderUserDetails'] !== undefined ||
    row['receiverUserDetails'] !== undefined ||
    row['receiverGroupDetails'] !== undefined ||
    row['receiverGroupOwnerDetails'] !== undefined ||
    row['mentionedUserDetails'] !== undefined ||
    row['userDetails'] !== undefined ||
    row['groupDetails'] !== undefined ||
    row['groupOwnerDetails'] !== undefined
  );
}

/** Reports each user and group inside a row, valid or not. Values that are not objects are ignored. */
export function eachDetails(
  kind: Kind,
  row: Row,
  report: (details: Row, of: ReferredKind) => void,
): void {
  if (!hasDetails(row)) return;
  const { inlineRecords = {}, hasMentions } = kinds[kind];
  for (const field in inlineRecords) {
    const details = row[field];
    if (isObject(details)) report(details, inlineRecords[field]!);
  }
  const mentioned = hasMentions === true ? row['mentionedUserDetails'] : undefined;
  if (!isObject(mentioned)) return;
  for (const user of Object.values(mentioned)) if (isObject(user)) report(user, 'users');
}

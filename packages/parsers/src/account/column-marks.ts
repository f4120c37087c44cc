import { isEmpty, truthOf } from '../mapping/condition.ts';
import { textOf } from '../mapping/source-row.ts';

const words =
  'del|deleted|deletion|removed|recalled|revoked|retracted|withdrawn|unsent|trash|trashed|hidden|invisible|draft|private|internal';

/** Columns whose name says so; any value but an empty or false one marks the row. */
const markingName = new RegExp(
  `(?:^|_)(?:${words})(?:_(?:at|on|by|time|date|flag|ts|timestamp|for|for_all|for_everyone|by_(?:sender|user|admin)))?$`,
);

/** Columns of which some values say so. */
const statusName = /(?:^|_)(?:status|state|visibility|type|kind|scope|flags?|mode)$/;

const markingValue = new RegExp(
  `^(?:soft[ _-]?)?(?:${words}|(?:private|internal)?[ _-]?note)(?:[ _-](?:by|for)[ _-].*)?$`,
  'i',
);

/** Whether a column of this name may mark rows as deleted, private, hidden or drafts. */
export function mayMark(name: string): boolean {
  return isMark(name) || statusName.test(snakeOf(name));
}

/** Whether an object under this name may have keys that do so. */
export function mayHoldMarks(name: string): boolean {
  return mayMark(name) || /meta|info|props|propert|attribut|options|settings/i.test(name);
}

/** Whether any value of a column of this name marks its row, unless it is empty or false. */
export function isMark(name: string): boolean {
  return markingName.test(snakeOf(name));
}

/** Whether a value of a column marks its row; undefined for one that says nothing. */
export function marks(name: string, value: unknown): boolean | undefined {
  const text = isEmpty(value) ? '' : textOf(value).trim();
  if (isMark(name)) return text !== '' && truthOf(text) !== false && !isZero(text);
  return text === '' || typeof value === 'object' ? undefined : markingValue.test(text);
}

function isZero(text: string): boolean {
  return /^(?:-1|[0.:\s-]+|null|none|nil|never|not?[ _-].*)$/i.test(text);
}

/** `isDeleted`, `part-type` → `is_deleted`, `part_type`. */
function snakeOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
}

import { counted, isObject, type Row } from '@chatferry/contract';
import { cleanAddress } from './addresses.ts';

/** Names of fields that give access to an account or lead to a person. */
const secretName =
  /pass(?:word|wd|phrase|code)|(?<!time)token|secret|api_?key|e-?mail|(?<!micro|head|ear|mega)phone|credential|session|jwt|^salt$|hash$/i;

/** Whether a field may be secret. Its value is neither carried nor written anywhere. */
function isSecret(name: string): boolean {
  return secretName.test(name);
}

/** Whether an object is a secret field, with the name in `key` and the value in `value`. */
function isSecretPair(value: unknown): value is Row {
  return isObject(value) && typeof value['key'] === 'string' && isSecret(value['key']);
}

/** A value as JSON, without secret fields and without secrets in addresses. */
export function withoutSecretFields(value: unknown): string {
  return JSON.stringify(value, (name, each: unknown) => {
    if (isSecret(name)) return undefined;
    if (isSecretPair(each)) return { ...each, value: undefined };
    const isAddress = typeof each === 'string' && /^https?:/i.test(each);
    return isAddress ? (cleanAddress(each)?.url ?? each) : each;
  });
}

/** The same for a record as JSON. */
export function withoutSecretsIn(json: string): string {
  return withoutSecretFields(JSON.parse(json));
}

/** The text shown for a record that cannot be shown, because it may contain anything. */
export function unreadable(text: string): string {
  return `${counted(text.length, 'character')}, not JSON`;
}

/** The most bytes, as JSON, of metadata that a system lets its users choose, so that the fields next to it fit too. */
const MOST_BYTES = 3000;

export interface OwnFields {
  /** Undefined when there are none. */
  readonly fields: Row | undefined;
  /** Names of the fields that are too long to be carried with the fields before them; undefined when there are no fields. */
  readonly tooLong: readonly string[] | undefined;
}

/** A telephone number begins with `+`, because ids may also have only digits. A domain ends in letters, unlike a version. */
const telephone = /^(?:[a-z]+:)?\+(?:[ ()-]*\d){7,15}$/i;
const email = /^(?:mailto:)?[^\s@:/]+@[^\s@:/]+\.[a-z]{2,}$/i;

function leadsToPerson(value: unknown): boolean {
  return typeof value === 'string' && (telephone.test(value) || email.test(value));
}

/** Leaves out telephone numbers and e-mail addresses while JSON is parsed. */
function withoutPeople(_name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(() => true); // An element that was left out is a hole, which `filter` skips.
  return leadsToPerson(value) ? undefined : value;
}

/**
 * The fields of a record that the app itself added, as far as they fit, without secrets, and without values that identify a
 * person.
 *
 * @param known names of all other fields
 */
export function ownFields(record: Row, known: ReadonlySet<string>): OwnFields {
  const found = Object.entries(record).filter(
    ([name, value]) => !known.has(name) && value !== null && value !== undefined,
  );
  if (found.length === 0) return { fields: undefined, tooLong: undefined };
  const json = withoutSecretFields(Object.fromEntries(found));
  const fields = JSON.parse(json, withoutPeople) as Row;
  const tooLong = Buffer.byteLength(json) > MOST_BYTES ? removeLong(fields) : [];
  return { fields: Object.keys(fields).length > 0 ? fields : undefined, tooLong };
}

/** @returns the names of the fields that do not fit next to the fields before them */
function removeLong(fields: Row): string[] {
  const tooLong: string[] = [];
  let left = MOST_BYTES;
  for (const name of Object.keys(fields)) {
    const bytes = Buffer.byteLength(JSON.stringify({ [name]: fields[name] }));
    if (bytes <= left) left -= bytes;
    else {
      tooLong.push(name);
      delete fields[name];
    }
  }
  return tooLong;
}

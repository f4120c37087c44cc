import { classOfCode, type CodeClass } from '@chatferry/contract';

const LATER = 'This may be temporary: send again.';
const REPAIR = 'The record breaks a rule of the service: repair its row and import it by itself.';
const CONTRACT = 'A limit of the contract or of the service: have it raised, then send again.';

const byClass: Readonly<Record<CodeClass, string>> = {
  auth: 'Check key, app id and region, then send again.',
  validation: REPAIR,
  conflict: 'It already exists; compare with the service.',
  'not-found':
    'The record refers to something that the app does not have: create it, then send again.',
  state: 'A rule or setting of the app forbids it: change that, then send again.',
  quota: CONTRACT,
  rate: LATER,
  server: LATER,
};

/** Codes with advice of their own, including those of the runner and the client. */
const byCode: Readonly<Record<string, string>> = {
  ERR_ROLE_NOT_FOUND: 'The app has no such role: create it, then send again.',
  NOT_MENTIONED:
    'The answers did not mention the record: send again; the run queries the service first.',
  NOT_FOUND_AFTER_SENDING:
    'The answer was lost and the record was not found: send again; the run queries the service first.',
  NO_LOOK_UP:
    'The answer was lost and the conversation could not be read: send again; the run reads it first.',
  MAY_BE_MADE_ANEW:
    'The answer was lost and such a record is there, perhaps of others: look whose it is. A retry sends the change once more; an undo keeps the record.',
  UNREADABLE: LATER,
  timeout: LATER,
  unreachable: LATER,
  'HTTP 413': 'Too large for the service, even alone: shorten it and import it by itself.',
};

/** What to do about records that failed with a code. */
export function adviceOn(code: string): string {
  const known = byCode[code];
  if (known !== undefined) return known;
  if (/^HTTP (408|429|5\d\d)$/.test(code)) return LATER;
  const codeClass = classOfCode(code);
  return codeClass === undefined
    ? 'A code that chatferry does not know: read the message of the service in errors.jsonl.'
    : byClass[codeClass];
}

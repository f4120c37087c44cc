import { classOfCode } from '@chatferry/contract';
import type { Trouble } from '../terms/trouble.ts';
import type { StopCode, StopReason } from '../terms/stop-reason.ts';

const FIXES = {
  'key-refused': 'Use a key with the scope fullAccess (REST API key) of this app, and run again.',
  'wrong-app': 'Compare app id, region and base URL with the dashboard, and run again.',
  'plan-limit': 'Change or renew the plan of the app, and run again.',
  'request-refused':
    'Check that the address leads to the import endpoints of the service, then run again; if it does, report this as a mistake of chatferry.',
} as const satisfies Partial<Record<StopCode, string>>;

const ASK_THE_SERVICE =
  'The code is not documented: follow the message, or ask the support of the service about it, and run again.';

const WRONG_APP: ReadonlySet<string> = new Set([
  'AUTH_ERR_EMPTY_APPID',
  'AUTH_ERR_INVALID_APPID',
  'ERR_API_NOT_FOUND',
  'ERR_INVALID_API_VERSION',
]);

/** Why a run stops when the service refuses to work with it. */
export function stopReason(status: number, code: string | undefined, trouble: Trouble): StopReason {
  const kind = stopCode(status, code);
  // An undocumented code has nothing to do with the key.
  const isUnknown = code !== undefined && classOfCode(code) === undefined && kind !== 'plan-limit';
  return {
    code: kind,
    message: refusalText(trouble),
    fix: isUnknown ? ASK_THE_SERVICE : FIXES[kind],
    serviceCode: code,
  };
}

/** The code is named once. */
function refusalText({ code, message }: Trouble): string {
  return message.includes(code)
    ? `The service refused: ${message}`
    : `The service refused with ${code}: ${message}`;
}

function stopCode(status: number, code: string | undefined): keyof typeof FIXES {
  const codeClass = code === undefined ? undefined : classOfCode(code);
  if (code !== undefined && WRONG_APP.has(code)) return 'wrong-app';
  if (codeClass === 'auth') return 'key-refused';
  if (codeClass === 'quota' || status === 402) return 'plan-limit';
  if (code !== undefined) return 'request-refused';
  if (status === 401 || status === 403) return 'key-refused';
  return status === 404 || (status >= 300 && status < 400) ? 'wrong-app' : 'request-refused';
}

/** Why a run stops when the service refuses one record after the other, including a record that landed before. */
export function refusesAll({ code, message }: Trouble): StopReason {
  return {
    code: 'request-refused',
    message: `The service refuses one record after the other, the last with ${code}: ${message}`,
    fix: 'Look into errors.jsonl for what they have in common, correct it and plan again.',
  };
}

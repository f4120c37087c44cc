import type { StopCode, StopReason } from '@chatferry/runner';

/** Texts for reasons to stop. The service's messages are not used, because they may quote people's texts. */
const texts: Readonly<Record<StopCode, string>> = {
  interrupted: 'it was interrupted, or the system ended the process',
  'key-refused': 'the service does not know the key, or does not let it import',
  'wrong-app': 'there is no such app in the region, or no such service at the address',
  'plan-limit': 'the contract of the app does not allow it, or is used up',
  'request-refused': 'the service accepted nothing of what it was sent',
  'too-many-failures': 'more records failed than was allowed',
  'present-differs':
    'more records than was allowed were in the app before, with other content than planned',
  'live-not-allowed': 'what is next may notify users, and was not allowed',
  'roles-missing': 'the app lacks roles that users of the plan need',
  'list-unreadable': 'a list of the app cannot be read whole, or is in no order',
  'gave-up': 'the service gave no good answer for as long as was allowed',
  ledger: 'outcomes could not be written to the job folder',
  plan: 'the plan in the job folder is damaged',
};

/** Why a run stopped, with the code of the service if it gave one. */
export function stopReasonText({
  code,
  serviceCode,
}: Pick<StopReason, 'code' | 'serviceCode'>): string {
  const named = serviceCode === undefined ? '' : ` (${codeText(serviceCode)})`;
  return `${texts[code]}${named}`;
}

/** A code of the service. The service chooses it, so text that does not have the form of a code is not shown. */
export function codeText(code: string): string {
  return isCode(code) ? code : 'a code of unknown form';
}

export function isCode(code: string): boolean {
  return /^[\w .:-]{1,60}$/.test(code);
}

/**
 * The kind of error that a code reports:
 * - `auth`: key, scope, app id or token
 * - `validation`: the request breaks a rule of the operation
 * - `conflict`: the requested state already exists
 * - `not-found`: the named object does not exist
 * - `state`: a rule, a permission or the state of the object forbids it
 * - `quota`: the plan, or a maximum of the app
 * - `rate`: too many requests
 * - `server`: an error inside the service, which may be temporary
 */
export type CodeClass =
  | 'auth'
  | 'validation'
  | 'conflict'
  | 'not-found'
  | 'state'
  | 'quota'
  | 'rate'
  | 'server';

/** Every documented code. Source: interface specification, "Errors"; reference, error guide. */
export const codesByClass: Readonly<Record<CodeClass, readonly string[]>> = {
  auth: [
    'AUTH_ERR_EMPTY_APPID',
    'AUTH_ERR_INVALID_APPID',
    'AUTH_ERR_EMPTY_APIKEY',
    'AUTH_ERR_APIKEY_NOT_FOUND',
    'AUTH_ERR_NO_ACCESS',
    'AUTH_ERR_EMPTY_AUTH_HEADER',
    'AUTH_ERR_EMPTY_AUTH_TOKEN',
    'AUTH_ERR_AUTH_TOKEN_NOT_FOUND',
  ],
  validation: [
    'ERR_BAD_REQUEST',
    'ERR_API_NOT_FOUND',
    'ERR_INVALID_API_VERSION',
    'ERR_EMPTY_GROUP_PASS',
    'ERR_IMPORT_INVALID_JOINEDAT',
    'ERR_IMPORT_INVALID_USER_FORMAT',
    'ERR_IMPORT_INVALID_GROUP_FORMAT',
    'ERR_IMPORT_INVALID_MEMBER_FORMAT',
    'ERR_IMPORT_INVALID_MESSAGE_FORMAT',
    'ERR_EMPTY_RECEIVER',
    'ERR_INVALID_RECEIVER_TYPE',
    'ERR_INVALID_MESSAGE_DATA',
    'ERR_EMPTY_MESSAGE_TEXT',
    'ERR_INVALID_MESSAGE_TEXT',
    'ERR_EMPTY_MESSAGE_CATEGORY',
    'ERR_INVALID_MESSAGE_CATEGORY',
    'ERR_EMPTY_MESSAGE_TYPE',
    'ERR_INVALID_MESSAGE_TYPE',
    'ERR_EMPTY_MESSAGE_FILE',
    'ERR_INVALID_MEDIA_MESSAGE',
    'ERR_EMPTY_CUSTOM_DATA',
    'ERR_INVALID_CUSTOM_DATA',
    'ERR_INVALID_METADATA',
    'ERR_WRONG_MESSAGE_THREAD',
    'ERR_WRONG_MESSAGE_THREAD_CATEGORY',
    'ERR_MESSAGE_THREAD_NESTING',
    'ERR_CANNOT_FORM_SELF_RELATION',
    'ERR_CANNOT_BLOCK_SELF',
    'ERR_EMPTY_CALL_SESSION_ID',
    'ERR_CALL_EMPTY_JOINED_AT',
    'ERR_FILTERS_MISSING',
  ],
  conflict: [
    'ERR_UID_ALREADY_EXISTS',
    'ERR_GUID_ALREADY_EXISTS',
    'ERR_BOT_ALREADY_EXISTS',
    'ERR_IMPORT_MUID_ALREADY_EXISTS',
    'ERR_ALREADY_JOINED',
    'ERR_SAME_SCOPE',
    'ERR_ALREADY_BANNED',
    'ERR_NOT_A_BANNED_USER',
    'ERR_ALREADY_FRIEND',
    'ERR_NOT_A_FRIEND',
    'ERR_ALREADY_AN_OWNER',
    'ERR_PROVIDER_ALREADY_EXISTS',
    'ERR_TOKEN_ALREADY_EXISTS',
  ],
  'not-found': [
    'ERR_APIKEY_NOT_FOUND',
    'ERR_AUTH_TOKEN_NOT_FOUND',
    'ERR_ROLE_NOT_FOUND',
    'ERR_UID_NOT_FOUND',
    'ERR_BOT_NOT_FOUND',
    'ERR_GUID_NOT_FOUND',
    'ERR_MESSAGE_ID_NOT_FOUND',
    'ERR_MSG_NOT_FOUND',
    'ERR_CONVERSATION_NOT_FOUND',
    'ERR_EXTENSION_NOT_FOUND',
    'ERR_WEBHOOK_NOT_FOUND',
    'ERR_TRIGGER_NOT_FOUND',
    'ERR_CALL_SESSION_NOT_FOUND',
    'ERR_APP_NOT_FOUND',
    'ERR_RULE_NOT_FOUND',
    'ERR_KEYWORD_NOT_FOUND',
    'ERR_REASON_NOT_FOUND',
    'ERR_PROVIDER_NOT_FOUND',
    'ERR_TOKEN_NOT_FOUND',
  ],
  state: [
    'ERR_APIKEY_NO_SELF_ACTION',
    'ERR_AUTHTOKEN_UNAVAILABLE',
    'ERR_AUTHTOKEN_NOT_ACCESSIBLE',
    'ERR_ROLE_DELETE_DENIED',
    'ERR_WRONG_GROUP_PASS',
    'ERR_NOT_A_MEMBER',
    'ERR_GROUP_NOT_JOINED',
    'ERR_GROUP_JOIN_NOT_ALLOWED',
    'ERR_BANNED_GROUPMEMBER',
    'ERR_GROUP_NO_CLEARANCE',
    'ERR_GROUP_NO_ADMIN_SCOPE',
    'ERR_GROUP_NO_MODERATOR_SCOPE',
    'ERR_GROUP_NO_SCOPE_CLEARANCE',
    'ERR_GROUP_NO_SELF_ACTION',
    'ERR_MESSAGE_NOT_A_SENDER',
    'ERR_MESSAGE_NO_ACCESS',
    'ERR_MESSAGE_ACTION_NOT_ALLOWED',
    'ERR_ACTION_NOT_ALLOWED',
    'ERR_PERMISSION_DENIED',
    'ERR_CONVERSATION_NOT_ACCESSIBLE',
    'ERR_SYSTEM_PINNED_CONVERSATION',
    'ERR_BLOCKED_BY_EXTENSION',
    'ERR_BLOCKED_BY_WEBHOOK',
    'ERR_BLOCKED_RECEIVER',
    'ERR_BLOCKED_SENDER',
    'ERR_CALLING_SELF',
    'ERR_CALL_BUSY_SELF',
    'ERR_CALL_BUSY_GROUP',
    'ERR_CALL_BUSY_USER',
    'ERR_CALL_TERMINATED',
    'ERR_CALL_GROUP_ALREADY_JOINED',
    'ERR_CALL_GROUP_ALREADY_LEFT',
    'ERR_CALL_INVALID_INIT',
    'ERR_CALL_USER_ALREADY_JOINED',
    'ERR_CALL_GROUP_INVALID_STATUS',
    'ERR_CALL_ONGOING_TO_INVALID',
    'ERR_CALL_NOT_A_PART',
    'ERR_CALL_NOT_STARTED',
    'ERR_APP_ARCHIVED',
    'ERR_APP_DELETION',
    'ERR_EXTENSION_INACTIVE',
    'ERR_SELF_ACTION_DENIED',
    'ERR_NOT_A_COLLABORATOR',
  ],
  quota: [
    'ERR_PLAN_RESTRICTION',
    'ERR_PLAN_QUOTA_RESTRICTION',
    'ERR_SUBSCRIPTION_EXPIRED',
    'ERR_NO_VACANCY',
    'ERR_PINNED_MESSAGES_LIMIT_EXCEEDED',
    'ERR_SAVED_MESSAGES_LIMIT_EXCEEDED',
    'ERR_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
    'ERR_SYSTEM_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
    'ERR_APP_CREATION_FAILED_MAX_LIMIT',
  ],
  rate: ['ERR_TOO_MANY_REQUESTS'],
  server: [
    'ERR_EXCEPTION',
    'ERR_MISSION_FAILED',
    'ERR_OPERATION_FAILED',
    'ERR_BAD_ERROR_RESPONSE',
    'ERR_AUTH_TOKEN_DELETE_FAILED',
    'ERR_AUTH_TOKENS_DELETE_FAILED',
    'ERR_ROLE_DELETE_FAILED',
    'ERR_UID_DELETE_FAILED',
    'ERR_GROUP_DELETE_FAILED',
    'ERR_MEMBER_DELETE_FAILED',
    'ERR_MEMBER_SCOPE_CHANGE_FAILED',
    'ERR_MEMBER_BAN_FAILED',
    'ERR_MEMBER_UNBAN_FAILED',
    'ERR_USER_MESSAGE_DELETE_FAILED',
    'ERR_FAILED_TO_ADD_FRIEND',
  ],
};

const classes = new Map<string, CodeClass>(
  Object.entries(codesByClass).flatMap(([name, codes]) =>
    codes.map((code) => [code, name as CodeClass] as const),
  ),
);

/** The class of a code; `undefined` for an undocumented one. */
export function classOfCode(code: string): CodeClass | undefined {
  if (code.startsWith('ERR_WS_')) return 'server';
  if (code.startsWith('AUTH_ERR_')) return 'auth';
  return classes.get(code);
}

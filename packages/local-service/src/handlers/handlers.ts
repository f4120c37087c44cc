import type { AllHandlers } from '../calls/call.ts';
import { bannedUserHandlers } from './migration/banned-users.ts';
import { blockedUserHandlers } from './migration/blocked-users.ts';
import { conversationHandlers } from './migration/conversations.ts';
import { dataImportHandlers } from './migration/data-import.ts';
import { friendHandlers } from './migration/friends.ts';
import { groupMemberHandlers } from './migration/group-members.ts';
import { groupHandlers } from './migration/groups.ts';
import { messageListHandlers } from './migration/message-lists.ts';
import { messageHandlers } from './migration/messages.ts';
import { oneConversationHandlers } from './migration/one-conversation.ts';
import { reactionHandlers } from './migration/reactions.ts';
import { roleHandlers } from './migration/roles.ts';
import { threadListHandlers } from './migration/thread-list.ts';
import { threadHandlers } from './migration/threads.ts';
import { userHandlers } from './migration/users.ts';
import { aiAgentHandlers } from './stored/ai-agents.ts';
import { apiKeyHandlers } from './stored/api-keys.ts';
import { authTokenHandlers } from './stored/auth-tokens.ts';
import { callHandlers } from './stored/calls.ts';
import { managementAppHandlers } from './stored/management-apps.ts';
import { managementCollaboratorHandlers } from './stored/management-collaborators.ts';
import { managementExtensionHandlers } from './stored/management-extensions.ts';
import { managementWebhookHandlers } from './stored/management-webhooks.ts';
import { messageMarkHandlers } from './stored/message-marks.ts';
import { metricHandlers } from './stored/metrics.ts';
import { moderationHandlers } from './stored/moderation.ts';
import { notificationProviderHandlers } from './stored/notification-providers.ts';
import { notificationHandlers } from './stored/notifications.ts';
import { permissionHandlers } from './stored/permissions.ts';
import { pushTokenHandlers } from './stored/push-tokens.ts';
import { restrictedFeatureHandlers } from './stored/restricted-features.ts';

/**
 * The handler of each operation of the contract; a missing handler is a compile error. `migration/` has the handlers of operations that a
 * migration uses, `stored/` the handlers that only store and return their data.
 */
export const handlers: AllHandlers = {
  ...userHandlers,
  ...authTokenHandlers,
  ...friendHandlers,
  ...blockedUserHandlers,
  ...groupHandlers,
  ...groupMemberHandlers,
  ...bannedUserHandlers,
  ...messageHandlers,
  ...messageListHandlers,
  ...threadHandlers,
  ...threadListHandlers,
  ...reactionHandlers,
  ...messageMarkHandlers,
  ...conversationHandlers,
  ...oneConversationHandlers,
  ...roleHandlers,
  ...restrictedFeatureHandlers,
  ...permissionHandlers,
  ...apiKeyHandlers,
  ...callHandlers,
  ...dataImportHandlers,
  ...metricHandlers,
  ...notificationHandlers,
  ...notificationProviderHandlers,
  ...pushTokenHandlers,
  ...moderationHandlers,
  ...aiAgentHandlers,
  ...managementAppHandlers,
  ...managementExtensionHandlers,
  ...managementCollaboratorHandlers,
  ...managementWebhookHandlers,
};

import type { AllHandlers } from '../http/call.ts';
import { aiAgentHandlers } from './ai-agents.ts';
import { apiKeyHandlers } from './api-keys.ts';
import { authTokenHandlers } from './auth-tokens.ts';
import { bannedUserHandlers } from './banned-users.ts';
import { blockedUserHandlers } from './blocked-users.ts';
import { callHandlers } from './calls.ts';
import { conversationHandlers } from './conversations.ts';
import { dataImportHandlers } from './data-import.ts';
import { friendHandlers } from './friends.ts';
import { groupMemberHandlers } from './group-members.ts';
import { groupHandlers } from './groups.ts';
import { managementAppHandlers } from './management-apps.ts';
import { managementCollaboratorHandlers } from './management-collaborators.ts';
import { managementExtensionHandlers } from './management-extensions.ts';
import { managementWebhookHandlers } from './management-webhooks.ts';
import { messageListHandlers } from './message-lists.ts';
import { messageMarkHandlers } from './message-marks.ts';
import { messageHandlers } from './messages.ts';
import { metricHandlers } from './metrics.ts';
import { moderationHandlers } from './moderation.ts';
import { notificationHandlers } from './notifications.ts';
import { oneConversationHandlers } from './one-conversation.ts';
import { permissionHandlers } from './permissions.ts';
import { reactionHandlers } from './reactions.ts';
import { restrictedFeatureHandlers } from './restricted-features.ts';
import { roleHandlers } from './roles.ts';
import { threadHandlers } from './threads.ts';
import { userHandlers } from './users.ts';

/** What answers each operation of the contract; one without a handler does not compile. */
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
  ...moderationHandlers,
  ...aiAgentHandlers,
  ...managementAppHandlers,
  ...managementExtensionHandlers,
  ...managementCollaboratorHandlers,
  ...managementWebhookHandlers,
};

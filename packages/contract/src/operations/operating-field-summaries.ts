/** The summaries of fields with which an app is operated: notifications, moderation, agents and management. */
export const operatingFieldSummaries: Readonly<Record<string, string>> = {
  // Notifications
  providerId: 'The name that the app gives the push provider.',
  'notifications.pushProviders.list.platform': 'The push platform: `fcm` or `apns`.',
  'notifications.pushProviders.create.platform': 'The push platform: `fcm` or `apns`.',
  'notifications.pushProviders.update.platform': 'The push platform: `fcm` or `apns`.',
  'notifications.pushProviders.delete.platform': 'The push platform: `fcm` or `apns`.',
  'notifications.pushProviders.setDefault.platform': 'The push platform: `fcm` or `apns`.',
  email: 'The e-mail address.',
  phno: 'The telephone number with the code of the country.',
  groupPreferences: 'What is notified in groups: 1 nothing, 2 all, 3 only mentions.',
  oneOnOnePreferences: 'What is notified in conversations with one user.',
  mutePreferences: 'When nothing is notified: always, or by weekday.',
  usePrivacyTemplate: 'Whether notifications hide names and texts.',
  timezone: 'The time zone, such as `Asia/Tokyo`.',
  conversations: 'The conversations, each with `id` and `type`.',
  pushToken: 'The push token.',
  all: 'The tokens of all logins of the user.',
  'notifications.pushTokens.register.platform':
    'The platform of the token, such as `fcm_android`; the field of the token depends on it.',
  'notifications.pushTokens.register.providerId':
    'The name of the push provider that serves the token.',
  twilioAccountSID: 'The id of the account.',
  twilioAuthToken: 'The secret of the account.',
  twilioSenderPhoneNumber: 'The telephone number of the sender.',
  sendGridApiKey: 'The key of the account.',
  sendGridTemplateID: 'The id of the template of e-mails.',
  sendGridUnsubscribeGroupID: 'The id of the group of users who unsubscribed.',
  senderName: 'The name of the sender.',
  senderEmail: 'The e-mail address of the sender.',
  isEnabled: 'Whether the provider is used.',

  // Moderation
  filters: 'The users to whose messages the rule applies, at most 10.',
  conditions: 'What the rule looks for, at most 10 conditions.',
  remark: 'What the acting user adds to the reason.',

  // Agents
  instruction: 'The instruction for the agent.',
  model: 'The language model of the agent.',
  modelMetaData: 'Settings of the model.',
  metaData: 'Any JSON object of the app.',
  tools: 'The ids of the tools that the agent may use.',
  apiTools: 'The ids of the API tools that the agent may use.',
  mcpServers: 'The ids of the MCP servers that the agent may use.',
  isActive: 'Whether the agent answers.',

  // Management
  region: 'The region of the app: `us`, `eu` or `in`.',
  version: 'The version of the chat API.',
  skipSampleData: 'Creates no sample users and groups; a migration needs this.',
  usePreviousBillingCycle: 'Reports the billing cycle before the current one.',
  enabled: 'Whether the webhook is called.',
  'management.extensions.switch.enabled': 'The ids of the extensions to switch on.',
  disabled: 'The ids of the extensions to switch off.',
  webhookURL: 'The https address that the service calls.',
  useBasicAuth: 'Whether the service authenticates with `username` and `password`.',
  username: 'The user name for basic authentication.',
  triggerIds: 'The events, such as `message_sent` or `group_member_joined`.',
};

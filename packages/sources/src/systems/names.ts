/** The systems whose exports can be read, in the order in which they are tried. Loading the list loads no system. */
export const systems = [
  'slack',
  'mattermost',
  'zulip',
  // These look into few files: they come before those that look into all.
  'stream',
  'sendbird',
  'twilio',
  'pubnub',
  'service',
  'discord',
  'telegram',
  'matrix',
  'xmpp',
  'rocketchat',
  // Its chats are plain texts, and other texts can look like them.
  'whatsapp',
] as const;

export type System = (typeof systems)[number];

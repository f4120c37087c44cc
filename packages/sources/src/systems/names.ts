/** The systems whose exports can be read, in the order in which they are tried. Loading the list loads no system. */
export const systems = [
  'slack',
  'mattermost',
  'zulip',
  // These read few files, so they come before systems that read all files.
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

import { z } from 'zod';
import { anId, boolean, number, object, optionalId, text, texts } from './answer-shapes.ts';
import { message } from './message-entities.ts';

/*
 * The objects of the service as answers show them, with their fields in the order of recorded answers. Only the id is never absent; times are UNIX seconds. Fields that depend on
 * the acting user (`scope`, `joinedAt` and `hasJoined` of a group, `blockedBy…`, `conversationId`) are present only with
 * `onBehalfOf`.
 */

export const user = z.looseObject({
  uid: anId,
  name: text,
  link: text,
  avatar: text,
  statusMessage: text,
  metadata: object,
  status: text,
  role: text,
  tags: texts,
  blockedByMe: boolean,
  blockedByMeAt: number,
  blockedAt: number,
  createdAt: number,
  updatedAt: number,
  lastActiveAt: number,
  deactivatedAt: number,
  conversationId: text,
});

/** Present when the request asked for a token. */
export const createdUser = user.extend({ authToken: text });

export const member = user.extend({ scope: text, joinedAt: number });

export const group = z.looseObject({
  guid: anId,
  name: text,
  type: text,
  icon: text,
  description: text,
  owner: text,
  metadata: object,
  tags: texts,
  membersCount: number,
  createdAt: number,
  updatedAt: number,
  conversationId: text,
  hasJoined: boolean,
  scope: text,
  joinedAt: number,
});

export const reaction = z.looseObject({
  id: anId,
  messageId: optionalId,
  reaction: text,
  uid: text,
  reactedAt: number,
  reactedBy: user.optional().catch(undefined),
});

export const conversation = z.looseObject({
  conversationId: anId,
  conversationType: text,
  /** Sent as text in some answers. */
  unreadMessageCount: number,
  createdAt: number,
  updatedAt: number,
  /** The user from whose side the conversation is shown; only without an acting user. */
  uid: text,
  lastMessage: message.optional().catch(undefined),
  /** A user or a group, as the type says. */
  conversationWith: object,
  tags: texts,
  /** By the acting user, or by the app as `app_system`. */
  pinnedAt: number,
  pinnedBy: text,
  unreadMentionsCount: number,
  lastReadMessageId: optionalId,
  latestMessageId: optionalId,
});

export const authToken = z.looseObject({
  uid: text,
  authToken: anId,
  platform: text,
  deviceId: text,
  userAgent: text,
  appInfo: object,
  createdAt: number,
});

export const apiKey = z.looseObject({
  apiKey: anId,
  name: text,
  scope: text,
  createdBy: text,
  createdAt: number,
});

export const role = z.looseObject({
  role: anId,
  name: text,
  description: text,
  metadata: object,
  settings: object,
  createdAt: number,
  updatedAt: number,
});

const participant = z.looseObject({
  uid: anId,
  mid: text,
  deviceId: text,
  isJoined: boolean,
  state: text,
  joinedAt: number,
  leftAt: number,
  totalAudioMinutes: number,
  totalVideoMinutes: number,
  totalDurationInMinutes: number,
});

const recording = z.looseObject({
  rid: anId,
  /** Minutes. */
  duration: number,
  startTime: number,
  endTime: number,
  recording_url: text,
});

export const call = z.looseObject({
  sessionId: anId,
  type: text,
  mode: text,
  status: text,
  receiverType: text,
  receiver: text,
  initiator: text,
  totalAudioMinutes: number,
  totalVideoMinutes: number,
  totalDurationInMinutes: number,
  /** `HH:MM:SS`. */
  totalDuration: text,
  /** A participant with several devices counts once for each device. */
  totalParticipants: number,
  hasRecording: boolean,
  hasTranscription: boolean,
  initiatedAt: number,
  startedAt: number,
  endedAt: number,
  participants: z.array(participant).optional().catch(undefined),
  /** The reference names the field, and the specification describes a recording. Neither shows a recording in a call. */
  recordings: z.array(recording).optional().catch(undefined),
});

export const transcription = z.looseObject({
  tid: anId,
  roomName: text,
  /** Absent when the whole session was transcribed. */
  mid: text,
  startTime: number,
  endTime: number,
  /** ISO 8601. */
  transcriptDate: text,
  transcriptUrl: text,
});

export const app = z.looseObject({
  id: anId,
  name: text,
  region: text,
  plan: text,
  state: text,
  /** Object of API keys, keyed by the key itself. */
  apiKeys: object,
  createdAt: number,
});

export const webhook = z.looseObject({
  id: anId,
  name: text,
  webhookURL: text,
  useBasicAuth: boolean,
  enabled: boolean,
  createdAt: number,
  updatedAt: number,
});

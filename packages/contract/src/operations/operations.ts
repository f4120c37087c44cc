import type { z } from 'zod';
import { aiAgentOperations } from './ai-agents.ts';
import { apiKeyOperations } from './api-keys.ts';
import { authTokenOperations } from './auth-tokens.ts';
import { callOperations } from './calls.ts';
import { conversationOperations } from './conversations.ts';
import { dataImportOperations } from './data-import.ts';
import { bannedUserOperations, groupMemberOperations } from './group-members.ts';
import { groupOperations } from './groups.ts';
import { managementOperations } from './management.ts';
import { messageMarkOperations, reactionOperations, threadOperations } from './message-extras.ts';
import { messageOperations } from './messages.ts';
import { metricOperations } from './metrics.ts';
import { moderationOperations } from './moderation.ts';
import { notificationProviderOperations } from './notification-providers.ts';
import { notificationOperations } from './notifications.ts';
import type { Operation } from './operation.ts';
import { permissionOperations, restrictedFeatureOperations, roleOperations } from './roles.ts';
import { blockOperations, friendOperations } from './user-relations.ts';
import { userOperations } from './users.ts';
import { webhookOperations } from './webhooks.ts';

/** Every operation with a documented path, by its name in the client: `groups.members.list`. */
export const operations = {
  ...userOperations,
  ...authTokenOperations,
  ...friendOperations,
  ...blockOperations,
  ...groupOperations,
  ...groupMemberOperations,
  ...bannedUserOperations,
  ...messageOperations,
  ...threadOperations,
  ...reactionOperations,
  ...messageMarkOperations,
  ...conversationOperations,
  ...roleOperations,
  ...restrictedFeatureOperations,
  ...permissionOperations,
  ...apiKeyOperations,
  ...callOperations,
  ...dataImportOperations,
  ...metricOperations,
  ...notificationOperations,
  ...notificationProviderOperations,
  ...moderationOperations,
  ...aiAgentOperations,
  ...managementOperations,
  ...webhookOperations,
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type FieldOf<Name extends OperationName, Key extends string> =
  Operations[Name] extends Record<Key, infer Value> ? Value : undefined;

/** The body to send; `undefined` when the operation takes none. */
export type BodyOf<Name extends OperationName> =
  FieldOf<Name, 'body'> extends infer Schema extends z.ZodType ? z.input<Schema> : undefined;

export type QueryOf<Name extends OperationName> =
  FieldOf<Name, 'query'> extends infer Schema extends z.ZodType ? z.input<Schema> : undefined;

export type AnswerOf<Name extends OperationName> = z.output<Operations[Name]['answer']>;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The `{name}` parts of the path, each with its value. */
export type PathParametersOf<Name extends OperationName> = Readonly<
  Record<NamesIn<Operations[Name]['path']>, string>
>;

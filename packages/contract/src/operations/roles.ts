import { z } from 'zod';
import { jsonObject, name } from '../records/fields.ts';
import {
  anId,
  anything,
  done,
  listOf,
  mapOf,
  number,
  object,
  one,
  outcome,
  text,
} from './answer-shapes.ts';
import { role } from './entities.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { anyCaseId, pageQuery } from './request-fields.ts';

const common = { ...chatOperation, area: 'Roles' } as const;

const audience = z.enum(['all', 'friendsOnly']);

const optionalFields = {
  description: z.string().max(255).optional(),
  metadata: jsonObject.optional(),
  settings: z
    .strictObject({ listUsers: audience.optional(), sendMessagesTo: audience.optional() })
    .optional(),
};

/** A role must exist before a user is given it. */
export const roleOperations = {
  'roles.create': {
    ...common,
    method: 'POST',
    path: '/roles',
    body: z.strictObject({ role: anyCaseId, name, ...optionalFields }),
    answer: one(role),
  },
  'roles.list': {
    ...common,
    method: 'GET',
    path: '/roles',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(role),
  },
  'roles.get': { ...common, method: 'GET', path: '/roles/{role}', answer: one(role) },
  'roles.update': {
    ...common,
    method: 'PUT',
    path: '/roles/{role}',
    body: z.strictObject({
      name: name.optional(),
      ...optionalFields,
      /** Fields to empty. */
      unset: z.array(z.enum(['settings', 'description', 'metadata'])).optional(),
    }),
    answer: one(role),
  },
  /** The role `default` cannot be deleted. */
  'roles.delete': { ...common, method: 'DELETE', path: '/roles/{role}', answer: done },
} as const satisfies Record<string, Operation>;

const features = {
  ...common,
  area: 'Restrict Features',
  path: '/roles/{role}/restrictedfeatures',
} as const;

export const restrictedFeatureOperations = {
  'roles.restrictedFeatures.restrict': {
    ...features,
    method: 'POST',
    body: z.strictObject({
      /** Keys such as `createGroup`; one example of the reference writes `u.listUsers`. */
      featuresToRestrict: z.array(z.string().min(1)),
    }),
    answer: mapOf(outcome),
  },
  'roles.restrictedFeatures.list': {
    ...features,
    method: 'GET',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(
      z.looseObject({ key: text, title: text, description: text, path: text, createdAt: number }),
    ),
  },
  'roles.restrictedFeatures.allow': {
    ...features,
    method: 'DELETE',
    body: z.strictObject({
      featuresToAllow: z.array(z.string().min(1)).optional(),
      allowAll: z.boolean().optional(),
    }),
    answer: done,
  },
} as const satisfies Record<string, Operation>;

const permissions = { ...common, area: 'RBAC' } as const;

const permission = z.looseObject({
  id: anId,
  type: text,
  title: text,
  description: text,
  dataType: text,
  availableValues: anything,
  defaultValue: anything,
  createdAt: number,
  updatedAt: number,
});

/** Permission id, such as `sendMessage.mode`, to its value: a word, or a list of words. */
const permissionValues = z.strictObject({
  permissions: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

/** Permissions of a role, and of a scope within one group. */
export const permissionOperations = {
  'roles.permissions.list': {
    ...permissions,
    method: 'GET',
    path: '/roles/{role}/permissions',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(permission),
  },
  'roles.permissions.update': {
    ...permissions,
    method: 'PUT',
    path: '/roles/{role}/permissions',
    body: permissionValues,
    answer: one(z.looseObject({ permissions: object })),
  },
  /** Restores the default value. */
  'roles.permissions.remove': {
    ...permissions,
    method: 'DELETE',
    path: '/roles/{role}/permissions/{permission}',
    answer: one(z.looseObject({ permissions: object })),
  },
  'groups.scopes.permissions.list': {
    ...permissions,
    method: 'GET',
    path: '/groups/{guid}/scopes/{scope}/permissions',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(permission),
  },
  'groups.scopes.permissions.update': {
    ...permissions,
    method: 'PUT',
    path: '/groups/{guid}/scopes/{scope}/permissions',
    body: permissionValues,
    answer: one(z.looseObject({ permissions: object })),
  },
  /** Restores the default value. */
  'groups.scopes.permissions.remove': {
    ...permissions,
    method: 'DELETE',
    path: '/groups/{guid}/scopes/{scope}/permissions/{permission}',
    answer: one(z.looseObject({ permissions: object })),
  },
} as const satisfies Record<string, Operation>;

import { inDependencyOrder } from './dependency-order.ts';
import type { KindRow } from './kind-definition.ts';
import { kindsOfGroups as ofGroups } from './of-groups.ts';
import { kindsOfMessages as ofMessages } from './of-messages.ts';
import { kindsOfPeople as ofPeople } from './of-people.ts';

/**
 * Everything that depends on the kind of a record. A new kind is a table of fields, a schema, and a row here or in one of the
 * three files. Kinds that do not depend on each other are sent in this order.
 */
const table = {
  roles: ofPeople.roles,
  reactivations: ofPeople.reactivations,
  users: ofPeople.users,
  groups: ofGroups.groups,
  unbans: ofGroups.unbans,
  members: ofGroups.members,
  messages: ofMessages.messages,
  descriptions: ofGroups.descriptions,
  replies: ofMessages.replies,
  reactions: ofMessages.reactions,
  friends: ofPeople.friends,
  roleUpdates: ofPeople.roleUpdates,
  userUpdates: ofPeople.userUpdates,
  groupUpdates: ofGroups.groupUpdates,
  memberUpdates: ofGroups.memberUpdates,
  messageEdits: ofMessages.messageEdits,
  messageRemovals: ofMessages.messageRemovals,
  memberRemovals: ofGroups.memberRemovals,
  blocks: ofPeople.blocks,
  deactivations: ofPeople.deactivations,
} as const satisfies Record<string, KindRow<string, string>>;

type Table = typeof table;

/** A kind of record. Its name is also the root key of its import request. */
export type Kind = keyof Table;

/** Kinds whose row has this feature. */
type KindWith<Feature> = { [Name in Kind]: Table[Name] extends Feature ? Name : never }[Kind];

/** Kinds that input files can contain. */
export type InputKind = KindWith<{ readonly hasFiles: true }>;

/** Kinds that other records refer to by id. */
export type ReferredKind = KindWith<{ readonly isReferredTo: true }>;

/** Kinds with an import endpoint. */
export type ImportKind = KindWith<{ readonly routes: { readonly import: string } }>;

export type KindDefinition = KindRow<Kind, ReferredKind>;
export type Reference = KindDefinition['references'][number];

export const kinds: Readonly<Record<Kind, KindDefinition>> = table;

/** The kinds, each after the kinds that it depends on. */
export const kindsInOrder: readonly Kind[] = inDependencyOrder(
  Object.keys(kinds) as Kind[],
  (kind) => kinds[kind].after,
);

export const inputKinds: readonly InputKind[] = kindsInOrder.filter(isInputKind);

export const importKinds: readonly ImportKind[] = kindsInOrder.filter(isImportKind);

export const referredKinds: readonly ReferredKind[] = kindsInOrder.filter(isReferredKind);

export function isReferredKind(kind: Kind): kind is ReferredKind {
  return kinds[kind].isReferredTo === true;
}

function isInputKind(kind: Kind): kind is InputKind {
  return kinds[kind].hasFiles;
}

function isImportKind(kind: Kind): kind is ImportKind {
  return kinds[kind].routes.import !== undefined;
}

/** For each kind, the kinds whose records are made from a field of its records. */
export const derivedKinds: Readonly<Record<Kind, readonly DerivedKind[]>> = byKind((from) =>
  kindsInOrder.flatMap((kind) => {
    const { derivedFrom } = kinds[kind];
    return derivedFrom?.kind === from && derivedFrom.isWhole !== true
      ? [{ kind, field: derivedFrom.field }]
      : [];
  }),
);

/** A kind whose records are made from records of another kind that have `field`. */
export interface DerivedKind {
  readonly kind: Kind;
  readonly field: string;
}

/** An object with a value for each kind. */
export function byKind<Value>(make: (kind: Kind) => Value): Record<Kind, Value> {
  return Object.fromEntries(kindsInOrder.map((kind) => [kind, make(kind)])) as Record<Kind, Value>;
}

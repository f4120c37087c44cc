import {
  idHash,
  isReferredKind,
  type Kind,
  kinds,
  limits,
  memberId,
  type Row,
} from '@chatferry/contract';
import type { IdMap } from '../ids/id-map.ts';
import type { KnownDetails } from './known-details.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';

/** The tag of users and groups that planning makes, so that they can be found and completed in the service. */
const TAG = 'chatferry-placeholder';

/** Maximum bytes of a record without details. */
const SMALL_BYTES = 2048;

/** More bytes than the id, the date and the frame of a request add to a record. */
const FRAME_BYTES = 512;

/** The contents of made records, taken from the details in other records of the export. */
export class MadeContents {
  readonly #known: KnownDetails;
  readonly #idMap: IdMap;
  readonly #referenceIndex: ReferenceIndex;
  readonly #maxBytes: number;

  /** @param maxBytes of a record; a larger record gets only a name */
  constructor(
    parts: { knownDetails: KnownDetails; idMap: IdMap; referenceIndex: ReferenceIndex },
    maxBytes: number,
  ) {
    this.#known = parts.knownDetails;
    this.#idMap = parts.idMap;
    this.#referenceIndex = parts.referenceIndex;
    this.#maxBytes = maxBytes;
  }

  /** Maximum bytes of a record. */
  get mostBytes(): number {
    return SMALL_BYTES + this.#known.largest;
  }

  /** The fields of a record in addition to its date. @param ids the fields that identify it */
  readonly contentOf = (kind: Kind, ids: Row): Row => {
    if (!isReferredKind(kind))
      return { memberId: memberId(ids['guid'] as string, ids['uid'] as string) };
    const id = ids[kinds[kind].key] as string;
    const known = this.#known.of(kind, id);
    const plain = this.#nameOnly(kind, id);
    if (known === undefined) return plain;
    const { owner, deactivatedAt: _, tags = [], ...details } = known;
    const record = {
      ...plain,
      ...details,
      ...(this.#exists(owner) ? { owner } : {}),
      tags: [...(tags as string[]).slice(0, limits.tags - 1), TAG],
    };
    const bytes = Buffer.byteLength(JSON.stringify(record)) + FRAME_BYTES;
    return bytes > this.#maxBytes ? plain : record;
  };

  /** The earliest time that the service accepts for a membership: user and group must have been created. */
  readonly earliestJoin = ({ guid, uid }: Row): number =>
    Math.max(
      this.#referenceIndex.createdAt('users', idHash(uid as string)),
      this.#referenceIndex.createdAt('groups', idHash(guid as string)),
    );

  #nameOnly(kind: Kind, id: string): Row {
    const legacyId = this.#idMap.firstLegacy(kind, id);
    if (kind === 'roles') return { name: shown(legacyId) };
    const isGroup = kinds[kind].hasMembers === true;
    const name = isGroup ? legacyId : `Missing user ${legacyId}`;
    return {
      name: shown(name),
      ...(isGroup ? { type: 'private' } : {}),
      tags: [TAG],
    };
  }

  #exists(owner: unknown): boolean {
    return typeof owner === 'string' && this.#referenceIndex.has('users', idHash(owner));
  }
}

/** The name, changed so that the service accepts it. */
function shown(name: string): string {
  return name.slice(0, limits.nameLength).toWellFormed().replaceAll('\0', '\uFFFD');
}

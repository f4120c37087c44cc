import type { Kind } from '@chatferry/contract';

/** Of each kind a record that is not planned. */
export const additions: readonly (readonly [Kind, string])[] = [
  ['roles', "INSERT INTO roles (role, name, created_at) VALUES ('extra', 'Extra', 1)"],
  [
    'users',
    "INSERT INTO users (uid, name, role, tags, created_at, created_at_given) VALUES ('extra', 'Extra', 'default', '[]', 1, 1)",
  ],
  [
    'deactivations',
    "INSERT INTO users (uid, name, role, tags, created_at, created_at_given, deactivated_at) VALUES ('left', 'Left', 'default', '[]', 1, 1, 2)",
  ],
  [
    'groups',
    "INSERT INTO groups (guid, name, type, owner, tags, created_at, created_at_given) VALUES ('extra', 'Extra', 'public', 'ada', '[]', 1, 1)",
  ],
  ['descriptions', "UPDATE groups SET description = 'For all' WHERE guid = 'attic'"],
  ['members', "INSERT INTO members VALUES ('hall', 'zed', 'participant', 5)"],
  ['messages', copyOf("muid = 'base'")],
  ['replies', copyOf("parent_id IS NOT NULL AND muid = 'replies-1'")],
  [
    'reactions',
    "INSERT INTO reactions SELECT NULL, id, '🎉', 'ada', 1 FROM messages WHERE muid = 'reactions-1'",
  ],
  ['friends', "INSERT INTO friends VALUES ('ada', 'zed', 1), ('zed', 'ada', 1)"],
  ['blocks', "INSERT INTO blocks VALUES ('blocks-1', 'zed', 1)"],
];

function copyOf(where: string): string {
  return `CREATE TEMP TABLE copy AS SELECT * FROM messages WHERE ${where};
    UPDATE copy SET id = id + 200000, muid = muid || '-copy';
    INSERT INTO messages SELECT * FROM copy;
    DROP TABLE copy`;
}

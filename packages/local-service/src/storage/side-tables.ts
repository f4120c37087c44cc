/** Tables that triggers maintain, in addition to the tables that operations write. */
export const SIDE_TABLES = `
  -- Messages show their parties as they were when they were sent: what users and groups were before a change, for the
  -- messages up to the last one before it. Of several changes after the same message, the first one tells.
  CREATE TABLE former_parties (
    type     TEXT NOT NULL CHECK (type IN ('user', 'group')),
    party    TEXT NOT NULL, -- the uid or guid
    until_id INTEGER NOT NULL,
    row      TEXT NOT NULL, -- JSON
    PRIMARY KEY (type, party, until_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER former_users AFTER UPDATE OF name, avatar, link, role, updated_at ON users
    WHEN EXISTS (SELECT 1 FROM messages)
  BEGIN
    INSERT OR IGNORE INTO former_parties VALUES ('user', OLD.uid, (SELECT max(id) FROM messages), json_object(
      'uid', OLD.uid, 'name', OLD.name, 'avatar', OLD.avatar, 'link', OLD.link, 'role', OLD.role,
      'created_at', OLD.created_at, 'updated_at', OLD.updated_at));
  END;
  CREATE TRIGGER former_groups AFTER UPDATE OF name, type, icon, owner, members_count ON groups
    WHEN EXISTS (SELECT 1 FROM messages)
  BEGIN
    INSERT OR IGNORE INTO former_parties VALUES ('group', OLD.guid, (SELECT max(id) FROM messages), json_object(
      'guid', OLD.guid, 'name', OLD.name, 'type', OLD.type, 'icon', OLD.icon, 'owner', OLD.owner,
      'members_count', OLD.members_count, 'created_at', OLD.created_at));
  END;

  -- Memberships of owners that came with an imported group: the import of such a membership replaces it.
  CREATE TABLE implied_members (
    guid TEXT PRIMARY KEY,
    uid  TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER implied_until_removed AFTER DELETE ON members BEGIN
    DELETE FROM implied_members WHERE guid = OLD.guid AND uid = OLD.uid;
  END;
  CREATE TRIGGER implied_until_changed AFTER UPDATE ON members BEGIN
    DELETE FROM implied_members WHERE guid = OLD.guid AND uid = OLD.uid;
  END;
`;

/** Numbers per record in `RecordBlock.columns`. */
export const COLUMNS = 8;

/** Position of each number within a record's columns. A hash of 0 means: no such reference. */
export const column = {
  /** Offset in `wire` one past the end of the record. */
  end: 0,
  /** 1-based line on which the row begins. */
  line: 1,
  idHash: 2,
  /** The kind's time field in UNIX seconds; 0 when the kind or the record has no time. A message's time includes the fraction that orders it. */
  time: 3,
  /** Hash of the uid: a group's owner, a member's user, a message's sender. 0: no such reference. */
  user: 4,
  /** Hash of the guid: a member's group, the group a message was sent to. 0: no such reference. */
  group: 5,
  /** Hash of the uid a message was sent to. 0: the message was sent to a group. */
  receiver: 6,
  /**
   * For a member and for a message to a group: one number for group and user. For a message to a user: one number for the
   * two users, in either direction. A message's conversation is its group, or this number when it has none. For a reaction:
   * hash of the muid.
   */
  pair: 7,
} as const;

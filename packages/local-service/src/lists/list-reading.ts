/** The list behaviour that requests leave open. */
export interface ListReading {
  /** The page of a list by cursor when the request states neither a direction nor a position. */
  readonly firstPage: 'newest' | 'oldest';
  /** Whether a page begins with the item at its cursor instead of the next item. */
  readonly isCursorInclusive: boolean;
  /** Whether messages are ordered by id alone instead of by time. */
  readonly isById: boolean;
}

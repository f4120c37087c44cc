/**
 * The version of the rule: users and groups keep their ids, messages their muid, or else the id that the service gave them,
 * also where another message has the same muid. A plan keeps it, because another rule would make other messages.
 */
export const ID_RULE = 1;

/** The user by which an app acts itself. */
export const SYSTEM_USER = 'app_system';

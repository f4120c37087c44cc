/**
 * The version of the rule: users and groups keep their ids. A message keeps its muid, or else the id that the service gave it,
 * which is also used if another message has the same muid. A plan keeps it, because with another rule messages would get other ids.
 */
export const ID_RULE = 1;

/** The uid under which an app itself acts. */
export const SYSTEM_USER = 'app_system';

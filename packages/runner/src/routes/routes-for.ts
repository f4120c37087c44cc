import type { Kind } from '@chatferry/contract';
import type { EvenPace } from '../pacing/even-pace.ts';
import type { RouteName } from '../run-options.ts';
import { chatMembersRoute } from './chat-members.ts';
import { chatMessagesRoute } from './chat-messages.ts';
import { chatRecordsRoute } from './chat-records.ts';
import { importRoute } from './import-route.ts';
import type { Route } from './route.ts';

const chatRoutes: Readonly<Record<Kind, (pace: EvenPace) => Route>> = {
  users: (pace) => chatRecordsRoute('users', pace),
  groups: (pace) => chatRecordsRoute('groups', pace),
  members: chatMembersRoute,
  messages: chatMessagesRoute,
};

/** The route of each kind: the import endpoints unless another was chosen. */
export function routesFor(
  chosen: Readonly<Partial<Record<Kind, RouteName>>>,
  importPaceOf: (kind: Kind) => EvenPace,
  chatPace: EvenPace,
): (kind: Kind) => Route {
  const made = new Map<Kind, Route>();
  return (kind) => {
    let route = made.get(kind);
    if (route === undefined) {
      route =
        chosen[kind] === 'chat'
          ? chatRoutes[kind](chatPace)
          : importRoute(kind, importPaceOf(kind));
      made.set(kind, route);
    }
    return route;
  };
}

import { type Kind, kinds } from '@chatferry/contract';
import type { Pace } from '../pacing/pace.ts';
import type { RouteName } from '../terms/run-options.ts';
import { chatMembersRoute } from './chat-members.ts';
import { chatMessagesRoute } from './chat-messages.ts';
import { chatRecordsRoute } from './chat-records.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { removalRoute } from './removal-route.ts';
import { importRoute } from './import-route.ts';
import { reactionsRoute } from './reactions.ts';
import { relationsRoute } from './relations.ts';
import { repliesRoute } from './replies.ts';
import type { Route } from './route.ts';
import { unbansRoute } from './unbans.ts';
import { updatesRoute } from './updates.ts';
import { userStatesRoute } from './user-states.ts';

export interface RouteFacts {
  readonly ledger: Pick<LedgerStore, 'messageIds'>;
  /** Whether the plan changes a record that an earlier job has landed, or that a repair has found to differ. */
  readonly isChanged: (kind: Kind, id: string) => boolean;
}

/** The route of each kind: the import endpoints unless another route was chosen. */
export function routesFor(
  chosen: Readonly<Partial<Record<Kind, RouteName>>>,
  importPaceOf: (kind: Kind) => Pace,
  chatPace: Pace,
  facts: RouteFacts,
): (kind: Kind) => Route {
  const made = new Map<Kind, Route>();
  return (kind) => {
    let route = made.get(kind);
    if (route === undefined) {
      const operation = chosen[kind] === 'chat' ? undefined : kinds[kind].routes.import;
      route =
        operation === undefined
          ? chatRoute(kind, chatPace, facts)
          : importRoute(kind, operation, importPaceOf(kind));
      made.set(kind, route);
    }
    return route;
  };
}

function chatRoute(kind: Kind, pace: Pace, { ledger, isChanged }: RouteFacts): Route {
  const { chat } = kinds[kind].routes;
  switch (chat.by) {
    case 'one':
      return chatRecordsRoute(kind, chat, pace, (id) => isChanged(kind, id));
    case 'relations':
      return relationsRoute(kind, chat, pace);
    case 'members':
      return chatMembersRoute(pace);
    case 'messages':
      return chatMessagesRoute(pace);
    case 'reactions':
      return reactionsRoute(pace, ledger);
    case 'replies':
      return repliesRoute(pace, ledger);
    case 'deactivations':
    case 'reactivations':
      return userStatesRoute(chat.by, pace);
    case 'unbans':
      return unbansRoute(pace);
    case 'updates':
      return updatesRoute(kind, pace, ledger);
    case 'removals':
      return removalRoute(kinds[kind].changes!, pace, {
        ...(kinds[kind].ofMessage && { messageIdOf: (muid) => ledger.messageIds.idOf(muid) }),
      });
  }
}

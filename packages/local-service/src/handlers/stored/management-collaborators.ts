import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { existingApp } from '../../storage/apps.ts';
import { allDocuments, keepDocument, removeDocument } from '../../storage/documents.ts';
import type { Store } from '../../storage/store.ts';
import { forEachId } from '../done.ts';
import { listPage } from '../../lists/paging.ts';

/** No e-mail is sent. */
export const managementCollaboratorHandlers = {
  'management.collaborators.list': ({ path, query, store }) =>
    listPage(allDocuments(store, collaboratorsOf(store, path.appId)), query),

  'management.collaborators.update': ({ path, body, store }) => {
    const collaborators = collaboratorsOf(store, path.appId);
    const invite = (role: string) => (email: string) => {
      keepDocument(store, collaborators, email, { email, role });
      return `${email} is invited as ${role}.`;
    };
    return {
      data: {
        admins: forEachId(body.admins ?? [], invite('admin')),
        moderators: forEachId(body.moderators ?? [], invite('moderator')),
        collaboratorsToRemove: forEachId(body.collaboratorsToRemove ?? [], (email) => {
          if (!removeDocument(store, collaborators, email))
            throw new ServiceProblem('ERR_NOT_A_COLLABORATOR', `${email} is no collaborator.`);
          return `${email} is removed.`;
        }),
      },
    };
  },
} satisfies Handlers;

function collaboratorsOf(store: Store, appId: string): string {
  return `collaborators of ${existingApp(store, appId).id}`;
}

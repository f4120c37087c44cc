/** The key under which node-firestore-import-export and its forks write the collections inside of a document. */
export const COLLECTIONS = '__collections__';

/** The key that firestore-export-import uses instead. Its keys are whole paths: `chats/c1/messages`. */
export const SUBCOLLECTION = 'subCollection';

/** Whether a key of a document contains collections and is not a field. */
export function holdsCollections(key: string | undefined): boolean {
  return key === COLLECTIONS || key === SUBCOLLECTION;
}

/** The columns with the times at which Firestore stored a document, if its REST interface returned them. */
export const CREATED = '$createTime';
export const UPDATED = '$updateTime';

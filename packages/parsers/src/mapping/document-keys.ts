/** The key of a document under which node-firestore-import-export and its forks write the collections inside of it. */
export const COLLECTIONS = '__collections__';

/** The same of firestore-export-import; the keys in it are whole paths: `chats/c1/messages`. */
export const SUBCOLLECTION = 'subCollection';

/** Whether a key of a document holds collections and is no field. */
export function holdsCollections(key: string | undefined): boolean {
  return key === COLLECTIONS || key === SUBCOLLECTION;
}

/** The columns of the times at which Firestore stored a document, where its REST interface returned it. */
export const CREATED = '$createTime';
export const UPDATED = '$updateTime';

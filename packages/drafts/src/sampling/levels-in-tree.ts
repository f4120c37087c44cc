import { isObject } from '@chatferry/contract';
import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';
import { isGeneratedId } from '@chatferry/parsers';

type Row = Readonly<Record<string, unknown>>;

const holders = ['user', 'group', 'message', 'member'] as const;

/** Maximum levels of keys around documents: `messages.SERVER.ROOM.MESSAGE`. */
const MOST_LEVELS = 3;

/**
 * The number of levels of keys around the documents in an object of a tree, when the keys show it: each key is an id that a database
 * generated, or the object is named after its content and its keys are not words.
 *
 * @param isOutside whether the object is in no document
 */
export function levelsInTree(object: Row, name: string, isOutside: boolean): number | undefined {
  const keys = Object.keys(object);
  const values = Object.values(object);
  const isHolder =
    isOutside &&
    holders.some((concept) => hasConcept(name, concept)) &&
    keys.every(isNoWord) &&
    values.every((each) => each === null || isObject(each));
  const isMap = isHolder || (!isOutside && arePeople(object, name)) || keys.every(isGeneratedId);
  if (keys.length === 0 || !isMap) return undefined;
  let levels = 1;
  let inner = objectsIn(values);
  while (levels < MOST_LEVELS && inner.length > 0 && areMaps(inner)) {
    levels++;
    inner = objectsIn(inner.flatMap((each) => Object.values(each)));
  }
  return levels;
}

/** Whether an object contains members of a chat: `{"ann":{"role":"admin"},"bob":true,"cy":false}`. */
function arePeople(object: Row, name: string): boolean {
  return (
    (hasConcept(name, 'member') || hasConcept(name, 'user')) &&
    Object.keys(object).every(isNoWord) &&
    Object.values(object).every(
      (each) => each === null || isObject(each) || typeof each === 'boolean',
    )
  );
}

function objectsIn(values: readonly unknown[]): Row[] {
  return values.filter(isObject);
}

/** Whether objects are maps of documents. Their keys are ids, of which people may have made some if the documents are similar. */
function areMaps(objects: readonly Row[]): boolean {
  if (objects.every(hasGeneratedKeys)) return true;
  const keys = objects.flatMap(Object.keys);
  const values = objects.flatMap((each) => Object.values(each));
  return (
    keys.some(isGeneratedId) && keys.every(isNoWord) && values.every(isObject) && areAlike(values)
  );
}

/** Whether most keys of each document are keys of most documents. */
function areAlike(documents: readonly Row[]): boolean {
  const keys = documents.flatMap(Object.keys);
  const most = [...new Set(keys)].filter(
    (key) => documents.filter((each) => Object.hasOwn(each, key)).length > documents.length / 2,
  );
  const shared = keys.filter((key) => most.includes(key)).length;
  return documents.length > 1 && shared > keys.length / 2;
}

function hasGeneratedKeys(object: Row): boolean {
  const keys = Object.keys(object);
  return keys.length > 0 && keys.every(isGeneratedId);
}

function isNoWord(key: string): boolean {
  return isGeneratedId(key) || /\d/.test(key) || conceptsOf(key).concepts.length === 0;
}

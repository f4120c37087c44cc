import { isObject, type Row } from '@chatferry/contract';
import { COLLECTIONS, SUBCOLLECTION } from '../mapping/document-keys.ts';
import { besideRow } from '../documents/document-row.ts';
import { EACH_KEY, type Step } from '../mapping/source-path.ts';
import { OWN_VALUE } from '../mapping/source-row.ts';
import { placeIn } from '../mapping/place.ts';
import type { PlaceCounts } from './place-counts.ts';
import type { UnreadRecord } from './unread-fields.ts';

/** Finds the content of a document of a tree outside the fields of its row: collections that nothing reads, and hidden values. */
export class UnreadDocuments {
  readonly #place: string;
  readonly #ignored: ReadonlySet<Step | undefined>;
  readonly #counts: PlaceCounts;
  readonly #readsOwnValue: boolean;

  /**
   * @param place the place of the rows
   * @param ignored places inside of rows, see `ignoredInside`
   * @param readsOwnValue whether the mapping reads the values of rows that are not objects
   */
  constructor(
    place: string,
    ignored: readonly (readonly Step[])[],
    counts: PlaceCounts,
    readsOwnValue: boolean,
  ) {
    this.#place = place;
    this.#ignored = new Set(ignored.map(([first]) => first));
    this.#counts = counts;
    this.#readsOwnValue = readsOwnValue;
  }

  /** @returns the documents inside of the row's document that nothing reads */
  note(row: Row): readonly UnreadRecord[] {
    const own = this.#readsOwnValue ? undefined : row[OWN_VALUE];
    // The presence of a key means the same as the value true.
    if (own !== undefined && own !== null && own !== true) this.#counts.add(this.#place, '');
    const beside = besideRow(row);
    if (beside === undefined) return [];
    for (const name of Object.keys(beside.hidden))
      if (!this.#ignored.has(name)) this.#counts.add(this.#place, placeIn('.', name).slice(1));
    return Object.entries(beside.inside).flatMap(([name, documents]) =>
      this.#ignored.has(name) ? [] : documentsIn(placeIn(this.#place, name), documents),
    );
  }
}

/** The documents of a collection, and the documents of all collections inside of them. */
function documentsIn(collection: string, documents: unknown): UnreadRecord[] {
  if (typeof documents !== 'object' || documents === null) return [];
  const place = placeIn(collection, EACH_KEY);
  return Object.values(documents).flatMap((value: unknown) => {
    if (value === null) return [];
    if (!isObject(value)) return [{ place, value: { [OWN_VALUE]: value } }];
    const { [COLLECTIONS]: _own, [SUBCOLLECTION]: _other, ...fields } = value;
    return [{ place, value: fields }, ...insideOf(value, place)];
  });
}

function insideOf(document: Row, place: string): UnreadRecord[] {
  return [COLLECTIONS, SUBCOLLECTION].flatMap((key) => {
    const collections = document[key];
    if (!isObject(collections)) return [];
    return Object.entries(collections).flatMap(([path, documents]) =>
      documentsIn(placeIn(place, path.slice(path.lastIndexOf('/') + 1)), documents),
    );
  });
}

/** The documents inside of a document that nothing reads. @param json the document @param place the place of the document */
export function documentsInside(json: string, place: string): readonly UnreadRecord[] {
  if (![COLLECTIONS, SUBCOLLECTION].some((key) => json.includes(`"${key}"`))) return [];
  try {
    const document: unknown = JSON.parse(json);
    return isObject(document) ? insideOf(document, place) : [];
  } catch {
    return []; // The text of a document that is too large is cut off.
  }
}

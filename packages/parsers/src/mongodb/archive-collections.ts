import { EACH_KEY, parsePath, type Step } from '../mapping/source-path.ts';

/** A collection of a database, as an archive names it. */
export interface Collection {
  readonly db: string;
  readonly name: string;
  /** `view` and `timeseries` have no documents of their own. */
  readonly type: 'collection' | 'view' | 'timeseries';
}

/** The place of the collection's documents, in the form of `rows`. */
export function placeOf({ db, name }: Pick<Collection, 'db' | 'name'>): string {
  const [first, second] = [db, name].map((step) =>
    /^[^.[\]^*'"]+$/.test(step) ? step : `['${step}']`,
  );
  return second!.startsWith('[') ? `${first}${second}[*]` : `${first}.${second}[*]`;
}

/** Whether the rows of a mapping are in a collection. */
export function isIn({ db, name }: Pick<Collection, 'db' | 'name'>, rows: string): boolean {
  const { steps } = parsePath(rows);
  return isStep(steps[0], db) && isStep(steps[1], name);
}

function isStep(step: Step | undefined, name: string): boolean {
  return step === name || step === EACH_KEY;
}

/** Databases of the server itself. */
const ofServer = new Set(['admin', 'config', 'local', '']);

/** Whether a collection belongs to the server: users of the database, the oplog, buckets of time series. */
export function isOfServer({ db, name }: Pick<Collection, 'db' | 'name'>): boolean {
  return ofServer.has(db) || name.startsWith('system.');
}

/** A collection from the beginning of an archive. */
export function collectionOf({
  db,
  collection,
  metadata,
  type,
}: Readonly<Record<string, unknown>>): Collection {
  const { options = {}, type: inMetadata } = parsed(metadata);
  const kinds = [type, inMetadata];
  return {
    db: text(db),
    name: text(collection),
    type:
      kinds.includes('view') || 'viewOn' in options
        ? 'view'
        : kinds.includes('timeseries') || 'timeseries' in options
          ? 'timeseries'
          : 'collection',
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parsed(metadata: unknown): { readonly options?: object; readonly type?: unknown } {
  try {
    const value: unknown = JSON.parse(text(metadata));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

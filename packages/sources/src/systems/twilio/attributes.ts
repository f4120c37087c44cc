import { isObject, type Row } from '@chatferry/contract';
import { ownFields } from '../../reading/secrets.ts';
import { object } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';

export interface Attributes {
  /** What the app stored with a resource; empty where it is not an object. */
  readonly all: Row;
  /** The same without secrets, as it is carried; a text in `attributes` where it is not an object. */
  readonly carried: Row | undefined;
}

/**
 * The attributes of a resource, which are JSON in a text; libraries return the object.
 *
 * @param except attributes that become something else
 */
export function attributesOf(
  resource: Row,
  place: Place,
  out: ExportRows,
  except: readonly (string | undefined)[] = [],
): Attributes {
  const { attributes: given } = resource;
  const value = valueOf(given);
  if (typeof given === 'string' && given !== '' && value === undefined)
    out.note('attributes', 'not JSON, kept as text');
  const plain = value ?? (given === '' ? undefined : given);
  const shown = isObject(value) || plain === undefined ? value : { attributes: plain };
  const names = new Set(except.filter((each) => each !== undefined));
  const { fields, tooLong = [] } = ownFields(object(shown), names);
  for (const field of tooLong) {
    out.count('attributes');
    out.leaveOut('attributes', 'they are too long', place, { sid: resource['sid'], field });
  }
  return { all: object(value), carried: fields };
}

/** All attributes of a resource; none where they are not an object. */
export function attributesIn({ attributes }: Row): Row {
  return object(valueOf(attributes));
}

/** Attributes as rejected rows show them: in a text, nothing would be recognised as secret. */
export function shownAttributes({ attributes }: Row): unknown {
  const value = valueOf(attributes) ?? attributes;
  return ownFields({ attributes: value }, new Set()).fields?.['attributes'];
}

function valueOf(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

import { isObject, type Row } from '@chatferry/contract';
import { ownFields } from '../../reading/secrets.ts';
import { object } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';

export interface Attributes {
  /** The data that the app stored with a resource; empty when it is not an object. */
  readonly all: Row;
  /** The data that is carried, without secrets; if it is not an object, as a text in `attributes`. */
  readonly carried: Row | undefined;
}

/**
 * The attributes of a resource. They are JSON in a text; libraries return the object.
 *
 * @param except attributes that become other fields
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

/** All attributes of a resource; empty when they are not an object. */
export function attributesIn({ attributes }: Row): Row {
  return object(valueOf(attributes));
}

/** Attributes as rejected rows show them: as an object, because secrets in a text would not be recognised. */
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

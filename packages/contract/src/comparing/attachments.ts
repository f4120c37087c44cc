import { isServiceHost } from '../service/addresses.ts';
import type { Row } from '../values/row.ts';
import { canonicalJson } from './canonical.ts';
import { unsignedAddress } from './signed-address.ts';

/** Keys that identify an attachment that the service moved to an address of its own. */
const IDENTITY = ['name', 'mimeType', 'extension'];

/**
 * Compares the attachments of a message. Keys that the service adds to an attachment do not count.
 *
 * @returns the number of re-hosted attachments: same name, type and extension, at an address of the service; `undefined` when any
 * attachment differs
 */
export function sameAttachments(planned: unknown, held: unknown): number | undefined {
  if (!isListOfObjects(planned) || !isListOfObjects(held)) return undefined;
  if (planned.length !== held.length) return undefined;
  let reHosted = 0;
  for (const [index, wanted] of planned.entries()) {
    const found = held[index]!;
    if (isReHosted(wanted, found)) reHosted++;
    else if (
      !Object.keys(wanted).every((key) => isSame(unsigned(wanted, key), unsigned(found, key)))
    )
      return undefined;
  }
  return reHosted;
}

function isReHosted(planned: Row, held: Row): boolean {
  const url = held['url'];
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  if (unsigned(held, 'url') === unsigned(planned, 'url')) return false;
  return (
    isServiceHost(new URL(url).hostname) && IDENTITY.every((key) => isSame(planned[key], held[key]))
  );
}

function unsigned(file: Row, key: string): unknown {
  return key === 'url' ? unsignedAddress(file[key]) : file[key];
}

function isSame(planned: unknown, held: unknown): boolean {
  return canonicalJson(planned) === canonicalJson(held);
}

function isListOfObjects(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

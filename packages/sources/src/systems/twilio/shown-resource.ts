import { isObject, type Row } from '@chatferry/contract';
import { withoutSecretFields } from '../../reading/secrets.ts';
import { shownAttributes } from './attributes.ts';
import { hiddenAddress, isAddress } from './ids.ts';
import type { TwilioOptions } from './options.ts';

const people = ['author', 'from', 'created_by', 'last_updated_by'];

/** A resource as rejected rows show it: without secrets and without hidden addresses. */
export function shownResource(resource: Row, { addresses }: TwilioOptions): string {
  const shown: Row = { ...resource, attributes: shownAttributes(resource) };
  if (addresses === 'keep') return withoutSecretFields(shown);
  for (const name of people) {
    const value = shown[name];
    if (typeof value === 'string' && isAddress(value)) shown[name] = hiddenAddress(value);
  }
  const binding = shown['messaging_binding'];
  if (isObject(binding)) shown['messaging_binding'] = { type: binding['type'] };
  return withoutSecretFields(shown);
}

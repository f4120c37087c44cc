import { isObject, type Row } from '@chatferry/contract';
import { withoutSecretFields } from '../reading/secrets.ts';
import { hiddenAddress, isAddress } from './ids.ts';
import type { TwilioOptions } from './options.ts';

const people = ['author', 'from', 'created_by', 'last_updated_by'];

/** A resource as rejected rows show it: without secrets, and without the addresses that are hidden. */
export function shownResource(resource: Row, { addresses }: TwilioOptions): string {
  if (addresses === 'keep') return withoutSecretFields(resource);
  const shown: Row = { ...resource };
  for (const name of people) {
    const value = shown[name];
    if (typeof value === 'string' && isAddress(value)) shown[name] = hiddenAddress(value);
  }
  const binding = shown['messaging_binding'];
  if (isObject(binding)) shown['messaging_binding'] = { type: binding['type'] };
  return withoutSecretFields(shown);
}

import { limits } from '@chatferry/contract';
import type { NewGroup } from '../storage/groups.ts';
import type { Fields } from './fields.ts';

const TYPES = ['public', 'password', 'private'] as const;

/** A group from the fields of an import record or of the details inside another one. */
export function readGroup(fields: Fields): NewGroup {
  const type = fields.oneOf('type', TYPES);
  if (type === undefined) fields.refuse('type', 'is required');
  return {
    guid: fields.id('guid'),
    name: fields.name('name'),
    type: type ?? 'public',
    password: fields.text('password', limits.passwordLength),
    icon: fields.url('icon'),
    owner: fields.optionalId('owner'),
    metadata: fields.metadata('metadata'),
    tags: fields.tags('tags'),
    createdAt: fields.seconds('createdAt'),
  };
}

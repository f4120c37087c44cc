import {
  fields,
  isSecretName,
  type Kind,
  kinds,
  MASK,
  maskSecrets,
  parseJson,
  type Row,
} from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';

/** A row of an input with masked secrets. Secrets that a record carries stay, because they are needed to plan the row again. */
export function withoutSecrets(row: Row, kind: Kind, mappings: readonly KindMapping[]): Row {
  const isCarried = (name: string): boolean =>
    Object.hasOwn(fields[kind], name) ||
    Object.hasOwn(kinds[kind].shorthands ?? {}, name) ||
    mappings.some(({ columns = {} }) => Object.hasOwn(columns, name));
  const masked = Object.entries(row).map(([name, value]) => {
    if (isCarried(name) || value === null || value === '') return [name, value] as const;
    if (isSecretName(name) && typeof value !== 'boolean') return [name, MASK] as const;
    if (typeof value === 'string') return [name, maskSecrets(value)] as const;
    const isInside = typeof value === 'object';
    return [name, isInside ? parseJson(maskSecrets(JSON.stringify(value))) : value] as const;
  });
  return Object.fromEntries(masked);
}

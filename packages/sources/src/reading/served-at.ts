import { z } from 'zod';

/** An address to which the paths of files are appended. */
export const servedAt = z
  .url({ protocol: /^https?$/ })
  .refine((address) => !hasMore(address), 'must be an address without ?, # and a login');

/** Appended paths would become part of a query, and a secret in the address would be in each message. */
function hasMore(address: string): boolean {
  const url = URL.parse(address);
  return /[?#]/.test(address) || (url !== null && `${url.username}${url.password}` !== '');
}

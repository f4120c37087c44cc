import { z } from 'zod';

/** An address before the paths of files, which are added at its end. */
export const servedAt = z
  .url({ protocol: /^https?$/ })
  .refine((address) => !hasMore(address), 'must be an address without ?, # and a login');

/** Paths after a query are part of it, and what gives access would be in each message. */
function hasMore(address: string): boolean {
  const url = URL.parse(address);
  return /[?#]/.test(address) || (url !== null && `${url.username}${url.password}` !== '');
}

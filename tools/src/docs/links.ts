import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { addressOf, allPages } from './navigation.ts';

/** The destination of a link in the site. */
export type Target =
  | { readonly is: 'page' | 'outside'; readonly href: string }
  /** A file to copy into the site. */
  | { readonly is: 'file'; readonly href: string; readonly file: string }
  /** A source file of the workspace. The site does not contain it, so the link becomes plain text. */
  | { readonly is: 'source' };

const pages = new Set(allPages.map(({ file }) => file));

/** @param root the root of the workspace @param from the page's file in the workspace @throws {Error} for a broken link */
export function targetOf(root: string, from: string, href: string): Target {
  if (/^[a-z]+:/i.test(href)) return { is: 'outside', href };
  const [place = '', anchor] = href.split('#', 2);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (place === '') return { is: 'page', href: hash };
  const file = path.posix.join(path.posix.dirname(from), place).replace(/\/$/, '');
  const page = [file, `${file}/README.md`].find((each) => pages.has(each));
  const up = '../'.repeat(addressOf(from).split('/').length - 1);
  if (page !== undefined) return { is: 'page', href: `${up}${addressOf(page)}${hash}` };
  const full = path.join(root, file);
  if (!existsSync(full)) throw new Error(`${from} has a link to ${href}, which does not exist.`);
  if (file.startsWith('samples/') && statSync(full).isFile())
    return { is: 'file', href: `${up}${file}`, file };
  return { is: 'source' };
}

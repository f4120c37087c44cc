import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The root of the clone. */
export const root: string = path.resolve(import.meta.dirname, '../../..');

/** The pages with commands and code for readers to copy, as paths from the root. */
export const pages: readonly string[] = globSync(
  ['*.md', 'docs/**/*.md', 'samples/*/README.md', 'tools/README.md', 'packages/*/README.md'],
  { cwd: root },
).toSorted();

export function readPage(page: string): string {
  return readFileSync(path.join(root, page), 'utf8');
}

/** The fenced blocks of one language in a page, without the indentation of lists. */
export function blocksIn(page: string, language: string): string[] {
  const fence = new RegExp(String.raw`^( *)\`\`\`${language}\n([\s\S]*?)^\1\`\`\``, 'gm');
  return [...readPage(page).matchAll(fence)].map(([, indentation = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indentation}`, 'gm'), '').trimEnd(),
  );
}

/** The files that a page asks its reader to save, by name. */
export function filesToSave(page: string): Map<string, string> {
  const request = /Save this as `([^`]+)`[\s\S]*?```\w*\n([\s\S]*?)```/g;
  return new Map([...readPage(page).matchAll(request)].map(([, name, text]) => [name!, text!]));
}

import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** The libraries for markup. They load when the first text needs them: few exports do, and loading takes as long as a small plan. */
export const libraries = {
  bbcode: () => load('@bbob/parser') as typeof import('@bbob/parser'),
  entities: () => load('entities') as typeof import('entities'),
  html: () => load('htmlparser2') as typeof import('htmlparser2'),
  markdown: () => load('markdown-it') as typeof import('markdown-it').default,
};

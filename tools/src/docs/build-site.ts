import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Eleventy } from '@11ty/eleventy';
import { close, createIndex } from 'pagefind';
import { pageHtml, withContents } from './layout.ts';
import { targetOf } from './links.ts';
import { extendMarkdown, type MarkdownIt } from './markdown.ts';
import { messagesIn, messagesPage } from './messages-page.ts';
import { addressOf, allPages, MESSAGES_PAGE, type NavigationPage } from './navigation.ts';
import { frontPage, notFoundPage, PICTURES_PAGE, picturesPage, searchPage } from './own-pages.ts';
import type { Picture } from './picture.ts';

/**
 * Writes the documentation site into a folder.
 *
 * @param root the root of the workspace
 * @param pictures the pictures of the product, in the folder `pictures` of the site; none: the site has no page of pictures
 * @throws {Error} for a broken link
 */
export async function buildSite(
  root: string,
  folder: string,
  pictures: readonly Picture[] = [],
): Promise<void> {
  const files = new Set<string>();
  await writePages(root, folder, (file) => files.add(file));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(folder, file));
  }
  cpSync(path.join(root, 'tools/site'), folder, {
    recursive: true,
    filter: (file) => !file.endsWith('recording.txt'),
  });
  const recording = readFileSync(path.join(root, 'tools/site/recording.txt'), 'utf8');
  const own = [
    {
      address: 'index.html',
      title: 'Documentation',
      content: frontPage(recording.trimEnd(), pictures),
    },
    ...(pictures.length === 0
      ? []
      : [{ address: PICTURES_PAGE, title: 'What it looks like', content: picturesPage(pictures) }]),
    { address: 'search.html', title: 'Search', content: searchPage, isSearched: false },
    { address: '404.html', title: 'Not found', content: notFoundPage, isSearched: false },
  ];
  for (const page of own) writeFileSync(path.join(folder, page.address), pageHtml(page));
  await writeSearch(root, folder);
}

/** Writes the pages that are Markdown files. */
async function writePages(
  root: string,
  folder: string,
  onFile: (file: string) => void,
): Promise<void> {
  using empty = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-docs-'));
  const byAddress = new Map(allPages.map((page) => [addressOf(page.file), page]));
  const textOf = ({ file }: NavigationPage): string =>
    file === MESSAGES_PAGE ? messagesPage(root) : readFileSync(path.join(root, file), 'utf8');
  const eleventy = new Eleventy(empty.path, folder, {
    quietMode: true,
    configPath: null,
    config: (configuration) => {
      configuration.setUseGitIgnore(false);
      configuration.amendLibrary('md', (library) => extendMarkdown(library as MarkdownIt));
      for (const [address, page] of byAddress)
        configuration.addTemplate(
          address.replace(/\.html$/, '.md').replaceAll('/', '_'),
          textOf(page),
          {
            permalink: address,
            templateEngineOverride: 'md',
            context: { targetOf: (href: string) => targetOf(root, page.file, href), onFile },
          },
        );
      configuration.addTransform('page', function frame(content) {
        const address = this.page.url.replace(/^\//, '');
        const page = byAddress.get(address);
        if (page === undefined) return content;
        const isSearched = page.file !== MESSAGES_PAGE;
        return pageHtml({ ...page, address, content: withContents(content), isSearched });
      });
    },
  });
  eleventy.disableLogger();
  await eleventy.write();
}

/** Writes the search index. Each message is an entry of its own, so that searching for a pasted message finds it. */
async function writeSearch(root: string, folder: string): Promise<void> {
  const { index, errors } = await createIndex();
  try {
    if (index === undefined) throw new Error(errors.join('; '));
    await index.addDirectory({ path: folder });
    for (const { code, means, fix } of messagesIn(root))
      await index.addCustomRecord({
        url: `/${addressOf(MESSAGES_PAGE)}#${code}`,
        content: [code, means, fix].join(' ').replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1'),
        language: 'en',
        meta: { title: `${code}: when something fails` },
      });
    await index.writeFiles({ outputPath: path.join(folder, 'pagefind') });
  } finally {
    await close();
  }
}

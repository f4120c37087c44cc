import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksIn, pages, readPage, root } from './shell-blocks/markdown.ts';
import { openPageShell } from './shell-blocks/page-shell.ts';

const followed = ['docs/commands.md', 'docs/cut-over.md'].flatMap((page) =>
  blocksIn(page, 'sh').filter((block) => /^chatferry (follow|cut-over)|--job follow$/m.test(block)),
);

/** Blocks that are not run here, verbatim, each with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'npm ci && npm run demo': 'CI runs both.',
  'npm ci && npm run fleet-demo': 'tools/test/fleet.test.ts runs it.',
  [`npm ci            # brings Node 24 along; the Node of the machine may be older
npm test          # every package's tests, against the local service over real sockets
npm run test:long # the same, with hundreds of random exports for each rule that holds for all plans
npm run check     # build, lint, layers, unused code, types, format, published packages
npm run demo      # a migration that is killed half way and resumed`]: 'CI runs them all.',
  ...Object.fromEntries(
    blocksIn('docs/installing.md', 'sh').map((block) => [
      block,
      'tools/test/pack-and-install.test.ts installs the packages, also with npx.',
    ]),
  ),
  ...Object.fromEntries(
    ['export', 'repair', 'undo'].flatMap((name) =>
      blocksIn(`docs/${name}.md`, 'sh').map((block) => [
        block,
        `packages/cli/test/${name}.test.ts runs it.`,
      ]),
    ),
  ),
  'export CHATFERRY_API_KEY=…\nnpm run live-check -- --app-id APP --region eu':
    'tools/test/live-check.test.ts runs it.',
  'chatferry init ./export --accept zone=Europe/Berlin,rooms.type=public,posts.reply_to':
    'packages/cli/test/init-accept.test.ts accepts proposals. These are of another export.',
  'chatferry verify --app-id APP --base-url https://chat.example/v3': 'Its address is invented.',
  ...Object.fromEntries(
    [...blocksIn('docs/follow.md', 'sh'), ...followed].map((block) => [
      block,
      'It needs a database with a chat. packages/follow/test follows three, and packages/cli/test/cut-over.test.ts cuts over.',
    ]),
  ),
  'npm run sample': 'npm ci runs it. It writes into the clone, where other tests read.',
};

/** The page about the job folder starts with a job that has failed records. */
const jobWithFailures = {
  page: 'docs/job-folder.md',
  faults: [
    {
      operation: 'dataImport.messages',
      fault: 'refuse-records',
      code: 'ERR_BAD_REQUEST',
      share: 0.1,
    },
  ],
  command:
    'export CHATFERRY_API_KEY=…\nchatferry import ./export --app-id APP --region eu || [ $? = 1 ]',
} as const;

/** Commands that are shown because some rows of the sample are rejected. */
const endsWith: Readonly<Record<string, number>> = {
  'chatferry plan samples/quickstart': 1,
  [`export CHATFERRY_API_KEY=…
chatferry import samples/quickstart --max-rejects 1% --yes \\
  --app-id local-app --base-url http://127.0.0.1:8787/v3 --requests-per-minute unlimited`]: 1,
};

const pagesWithBlocks = pages.filter((page) => blocksIn(page, 'sh').length > 0);

test('pages have shell blocks', () => {
  expect(pagesWithBlocks).toEqual(expect.arrayContaining(['README.md', 'docs/commands.md']));
});

test('every block that is not run exists', () => {
  const all = new Set(pages.flatMap((page) => blocksIn(page, 'sh')));

  expect(Object.keys(notRun).filter((block) => !all.has(block))).toEqual([]);
  expect(Object.keys(endsWith).filter((block) => !all.has(block))).toEqual([]);
});

describe.concurrent('the shell blocks run, in their order:', () => {
  test.each(pagesWithBlocks)('%s', async (page) => {
    const { faults, command } =
      page === jobWithFailures.page ? jobWithFailures : { faults: [], command: 'true' };
    await using shell = await openPageShell(page, faults);

    for (const block of [command, ...blocksIn(page, 'sh')].filter((each) => !(each in notRun))) {
      const { status, output } = await shell.run(block);
      expect(status, `${block}\n\n${output}`).toBe(endsWith[block] ?? 0);
    }
  });
});

const words = pages.map(readPage).join('\n');

test('every npm script that the pages name exists', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: object;
  };
  const named = [...words.matchAll(/npm run (?:--silent )?([a-z]+(?:[:-][a-z]+)*)/g)].map(
    ([, name]) => name!,
  );

  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});

test('every file and folder that the pages link to exists', () => {
  const links = pages.flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) =>
      path.join(path.dirname(page), target!),
    ),
  );
  const tests = [...words.matchAll(/npx vitest run ([\w./-]+)/g)].map(([, file]) => file!);

  expect(links.length).toBeGreaterThan(30);
  expect([...links, ...tests].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

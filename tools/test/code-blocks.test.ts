import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { blocksIn, pages, root } from './shell-blocks/markdown.ts';

test('every TypeScript block of the pages type-checks unchanged', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'code-blocks-'));
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const configuration = {
      extends: path.join(root, 'tsconfig.test.json'),
      compilerOptions: { noUnusedLocals: false, types: ['node'] },
      include: ['*/*.ts'],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    const names = pages.flatMap((page) =>
      blocksIn(page, 'ts').map((block, index) => {
        const name = page.replaceAll('/', '-');
        mkdirSync(path.join(folder, name), { recursive: true });
        writeFileSync(path.join(folder, name, `block-${index + 1}.ts`), block);
        return name;
      }),
    );

    const tsc = path.join(root, 'node_modules/.bin/tsc');
    // One checker takes two thirds of the processor time of the usual four.
    const args = [tsc, '-p', folder, '--checkers', '1'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });

    expect(names).toEqual(expect.arrayContaining(['packages-cli-README.md']));
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

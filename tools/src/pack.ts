// Builds the packages to install: `chatferry` and `@chatferry/job`, each with the workspace packages inside.
//
//   npm run tarballs                    into tarballs/
//   npm run tarballs -- --out DIR
//   npm run tarballs -- --check         also with publint and attw
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { workspace } from './packing/own-packages.ts';
import { stageDeclarations } from './packing/stage-declarations.ts';
import { schemas, stagePackage } from './packing/stage-package.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'tarballs' },
    check: { type: 'boolean', default: false },
  },
});
const out = path.resolve(values.out);
const staging = mkdtempSync(path.join(tmpdir(), 'chatferry-pack-'));
mkdirSync(out, { recursive: true });
try {
  npx(workspace, 'tsc', '-b', 'packages/cli');
  for (const published of ['cli', 'job'] as const) {
    const folder = path.join(staging, published);
    await stagePackage(published, folder);
    stageDeclarations(published, folder);
    if (values.check) {
      npx(workspace, 'publint', '--strict', folder);
      npx(
        workspace,
        'attw',
        '--pack',
        folder,
        '--profile',
        'esm-only',
        '--exclude-entrypoints',
        ...schemas.map((each) => `./${each}`),
      );
    }
    execFileSync('npm', ['pack', '--pack-destination', out], { cwd: folder, stdio: 'inherit' });
  }
} finally {
  rmSync(staging, { recursive: true });
}

function npx(cwd: string, ...args: string[]): void {
  execFileSync('npx', ['--no-install', ...args], { cwd, stdio: 'inherit' });
}

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test.each([
  ['an import made late', `export const two = () => import('./two.ts');`],
  ['a type', `export type { Two } from './two.ts';`],
  ['a thread by its name', `export const two = startThread('two', import.meta.url, {});`],
  ['a thread by its file', `export const two = new URL('./two.ts', import.meta.url);`],
])('a circle through %s is reported', (_, one) => {
  const { status, stderr } = lintWith({ 'one.ts': one, 'two.ts': `export * from './one.ts';` });

  expect(status).toBe(1);
  expect(stderr).toContain('one.ts\n  imports packages/disk/src/two.ts\n  imports');
});

test('modules that two others import are no circle', () => {
  const { status, stderr } = lintWith({
    'one.ts': `import './two.ts'; import './three.ts';`,
    'two.ts': `import './three.ts';`,
    'three.ts': '',
  });

  expect([status, stderr]).toEqual([0, '']);
});

function lintWith(files: Readonly<Record<string, string>>): { status: unknown; stderr: string } {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'lint-circles-'));
  const sources = path.join(folder.path, 'packages/disk/src');
  mkdirSync(sources, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(sources, name), text);
  const script = path.join(import.meta.dirname, '../lint-circles.ts');
  return spawnSync(process.execPath, [script, folder.path], { encoding: 'utf8' });
}

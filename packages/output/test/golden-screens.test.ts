import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasTerminal, PseudoTerminal } from './support/pseudo-terminal.ts';
import { shownScreens } from './support/shown-screens.ts';

const script = path.join(import.meta.dirname, 'support/draw-screen.ts');
const widths = [120, 80, 40];

let terminal: PseudoTerminal;
let scratch = '';
let expected: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  if (!hasTerminal) return;
  scratch = mkdtempSync(path.join(tmpdir(), 'chatferry-screens-'));
  const file = path.join(scratch, 'expected.json');
  terminal = new PseudoTerminal(
    [process.execPath, '--conditions=@chatferry/source', script, file, ...widths.map(String)],
    { columns: 120, rows: 24 },
    { TZ: 'Europe/Berlin' },
  );
  await terminal.until(([line]) => line === 'ready');
  expected = JSON.parse(readFileSync(file, 'utf8')) as typeof expected;
});

afterAll(() => {
  if (!hasTerminal) return;
  terminal[Symbol.dispose]();
  rmSync(scratch, { recursive: true });
});

/** What the terminal shows once the whole drawing is there, and nothing else. */
async function shownAt(name: string, columns: number): Promise<string> {
  await terminal.resize({ columns, rows: 24 });
  const wanted = expected[`${name} ${columns}`]!.join('\n');
  return framed(await terminal.until((lines) => lines.join('\n') === wanted), columns);
}

function framed(lines: readonly string[], columns: number): string {
  const edge = `+${'-'.repeat(columns)}+`;
  return [edge, ...lines.map((line) => `|${line.padEnd(columns)}|`), edge].join('\n');
}

test.runIf(hasTerminal).each(Object.keys(shownScreens))(
  'a real terminal shows one drawing at each width, also while it is resized: %s',
  async (name) => {
    terminal.type(`${name}\r`);
    const frames: string[] = [];
    for (const columns of [...widths, 80, 120]) frames.push(await shownAt(name, columns));

    expect(frames.slice(3)).toEqual([frames[1], frames[0]]);
    await expect(`${frames.slice(0, 3).join('\n\n')}\n`).toMatchFileSnapshot(
      `screens/${name.replace(', ', '-').replaceAll(' ', '-')}.txt`,
    );
  },
);

test.runIf(hasTerminal)('a low terminal has a bar for the kind in progress only', async () => {
  terminal.type('run\r');
  await shownAt('run', 80);
  await terminal.resize({ columns: 80, rows: 10 });
  const lines = await terminal.until((shown) => shown[1]?.startsWith('4 kinds done') === true);

  await expect(`${framed(lines, 80)}\n`).toMatchFileSnapshot('screens/run-low.txt');
});

test('the page about screens shows what a terminal shows', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/screens.md'), 'utf8');
  const blocks = [...page.matchAll(/```text\n([^]*?)\n```/g)].map(([, block]) => block!);
  const folder = path.join(import.meta.dirname, 'screens');
  const frames = readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8')
      .split(/^\+-+\+\n/m)
      .map((frame) => frame.replaceAll(/^\||\s*\|$/gm, '').trim()),
  );
  // The last block has the lines of a log.
  const drawn = blocks.slice(0, -1);

  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn.filter((block) => !frames.includes(block))).toEqual([]);
});

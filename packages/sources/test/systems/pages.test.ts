import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chatSystems } from '../../src/systems/index.ts';
import { type System, systems } from '../../src/systems/names.ts';

const docs = path.join(import.meta.dirname, '../../../../docs');

/** The cells of the rows of a table, by the text of the first one. */
function cellsIn(page: string, head: string): Map<string, readonly string[]> {
  const [, table = ''] = page.split(`| ${head} `);
  const [rows = ''] = table.split('\n\n');
  const cells = rows
    .split('\n')
    .filter((row) => row !== '')
    .slice(2)
    .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('`', '')));
  return new Map(cells.map(([, first = '', ...others]) => [first, others]));
}

/** The cell of a system in the list of pages. */
function linkOf(name: System): string {
  const { title } = chatSystems[name];
  return `[${title[0]!.toUpperCase()}${title.slice(1)}](systems/${name}.md)`;
}

describe.each(systems)('%s', (name) => {
  const page = readFileSync(path.join(docs, 'systems', `${name}.md`), 'utf8');

  test('its page says how to get an export, by what it is recognised, and what is not carried', () => {
    expect(page.split('\n')[0]!.toLowerCase()).toBe(`# ${chatSystems[name].title.toLowerCase()}`);
    for (const part of ['**How to get it.**', '**Recognised by**', 'Not carried'])
      expect(page).toContain(part);
  });

  test('its page lists each option with its default', () => {
    const { properties = {} } = z.toJSONSchema(chatSystems[name].options, { io: 'input' });
    const listed = cellsIn(page, `Option under \`sources.${name}\``);
    expect([...listed.keys()].toSorted()).toEqual(Object.keys(properties).toSorted());
    const defaults = Object.entries(properties).flatMap(([option, schema]) =>
      typeof schema === 'object' && typeof schema.default === 'string'
        ? [[option, schema.default]]
        : [],
    );
    expect(defaults.map(([option]) => [option, listed.get(option!)?.[0]])).toEqual(defaults);
  });
});

test('there is a page for each system, and the list of pages has it', () => {
  const files = systems.map((name) => `${name}.md`).toSorted();
  expect(readdirSync(path.join(docs, 'systems')).toSorted()).toEqual(files);
  const listed = cellsIn(readFileSync(path.join(docs, 'systems.md'), 'utf8'), 'System');
  const links = systems.map(linkOf);
  expect([...listed.keys()].toSorted()).toEqual(links.toSorted());
});

test('the list of pages has the rule for ids of each system', () => {
  const listed = cellsIn(readFileSync(path.join(docs, 'systems.md'), 'utf8'), 'System');
  for (const name of systems)
    expect([name, listed.get(linkOf(name))?.[0]]).toEqual([name, chatSystems[name].ids]);
});

import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dressOf } from '../../src/screens/dress.ts';
import { terminalScreen } from '../../src/screens/terminal-screen.ts';
import { cutToWidth, wrapped } from '../../src/screens/text-width.ts';
import { askedOn, shownScreens } from './shown-screens.ts';

// Draws a screen in its terminal until the name of another one is typed. Writes what the terminal is to show into a file, by name and width.

const [file = '', ...widths] = process.argv.slice(2);
const screen = terminalScreen(process.stdout, dressOf(process.env, process.stdout));
let name = '';

const expected = Object.entries(shownScreens).flatMap(([each, shown]) =>
  widths.map((width) => {
    const columns = Number(width);
    const lines = shown({ columns, rows: 24 }).map((line) => cutToWidth(line, columns));
    const question = askedOn[each] === undefined ? [] : wrapped(askedOn[each], columns);
    return [`${each} ${width}`, [...lines, ...question]];
  }),
);
writeFileSync(file, JSON.stringify(Object.fromEntries(expected)));

process.stdin.setRawMode(true);
createInterface({ input: process.stdin }).on('line', (line) => {
  name = line;
  const question = askedOn[name];
  if (question === undefined) screen.answered();
  else screen.ask(question, '');
});
screen.draw(['ready']);
setInterval(() => {
  const shown = shownScreens[name];
  if (shown !== undefined) screen.draw(shown({ columns: screen.columns(), rows: screen.rows() }));
}, 20);

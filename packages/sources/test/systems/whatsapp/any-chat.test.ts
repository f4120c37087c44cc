import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAll, textsOf } from '../../read-all.ts';
import { testFolder } from '../../zip-file.ts';
import { countOf, linesOf, sendersOf, zone } from './example.ts';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 25) };

const pad = (number: number): string => String(number).padStart(2, '0');
const clock = (time: Date): string => `${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}`;
const short = (time: Date): string =>
  `${time.getUTCHours() % 12 || 12}:${pad(time.getUTCMinutes())}`;
const half = (time: Date): number => Number(time.getUTCHours() >= 12);
const parts = (time: Date): [day: number, month: number, year: number] => [
  time.getUTCDate(),
  time.getUTCMonth() + 1,
  time.getUTCFullYear(),
];

/** Headers as phones in several languages write them. */
const headers: readonly ((time: Date) => string)[] = [
  (time) => {
    const [day, month, year] = parts(time);
    return `${pad(day)}/${pad(month)}/${year}, ${clock(time)} - `;
  },
  (time) => {
    const [day, month, year] = parts(time);
    return `${month}/${day}/${year % 100}, ${short(time)}\u202F${['AM', 'PM'][half(time)]} - `;
  },
  (time) => {
    const [day, month, year] = parts(time);
    return `${day}/${month}/${year}, ${short(time)} ${['a.\u00A0m.', 'p.\u00A0m.'][half(time)]} - `;
  },
  (time) => {
    const [day, month, year] = parts(time);
    return `[${pad(day)}.${pad(month)}.${pad(year % 100)}, ${clock(time)}:00] `;
  },
  (time) => {
    const [day, month, year] = parts(time);
    return `${year}年${month}月${day}日 ${['上午', '下午'][half(time)]}${short(time)} - `;
  },
];

/** Lines that may look like others: of another form, with colons, empty. */
const anyLine = fc.oneof(
  fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[\r\n\u200e\ufeff<>@]/g, '')),
  fc.constantFrom(
    '',
    'note: this',
    '12:30 is the time',
    '3-4-2024 9.00: Ann: an old log',
    '[2024-03-03 09:00] Per: hi',
    '2024',
    'line\u2028separator',
  ),
);

const anyText = fc
  .array(anyLine, { minLength: 1, maxLength: 4 })
  .map((lines) => lines.join('\n').trim())
  .filter((text) => text !== '' && text !== 'null');

const anyMessage = fc.record({
  sender: fc.constantFrom('Ann', 'Bo', 'Cy Lee', 'Dr. D', '🦊 fox'),
  minutes: fc.integer({ min: 0, max: 2000 }),
  text: anyText,
});

/** The format does not show whether a word before a colon belongs to the name, if all of at least three messages of a sender begin with it. */
function isAmbiguous(
  messages: readonly { readonly sender: string; readonly text: string }[],
): boolean {
  const bySender = Map.groupBy(messages, ({ sender }) => sender);
  return [...bySender.values()].some((own) => {
    const words = new Set(own.map(({ text }) => /^[^\n]*?(?=: )/.exec(text)?.[0]));
    return own.length >= 3 && words.size === 1 && !words.has(undefined);
  });
}

test('any chat in any form has the messages that were written, and each line in one group', async () => {
  const anyChat = fc.record({
    header: fc.constantFrom(...headers),
    messages: fc
      .array(anyMessage, { minLength: 3, maxLength: 12 })
      .filter((messages) => !isAmbiguous(messages)),
    end: fc.constantFrom('\n', '\r\n'),
  });
  await fc.assert(
    fc.asyncProperty(anyChat, async ({ header, messages, end }) => {
      // From the 20th of a month on, a day shows the order of the dates.
      let time = Date.UTC(2024, 4, 20, 9, 0);
      const written = messages.map(({ sender, minutes, text }) => {
        time += minutes * 60_000;
        return { sender, text, at: time };
      });
      const records = written.map(
        ({ at, sender, text }) => `${header(new Date(at))}${sender}: ${text}`,
      );
      const notice = `${header(new Date(Date.UTC(2024, 4, 20, 9, 0)))}Messages and calls are end-to-end encrypted.`;
      const content = [notice, ...records, ''].join('\n').replaceAll('\n', end);
      using folder = testFolder();
      const file = folder.file('WhatsApp Chat with Team.txt');
      writeFileSync(file, content);

      const all = await readAll(file, { options: { zone, me: 'Ann', deletedTexts: [] } });

      expect(textsOf(all)).toEqual(written.map(({ text }) => withoutEndsOfLines(text)));
      expect(sendersOf(all)).toEqual(written.map(({ sender }) => sender));
      expect(all.messages.map(({ sentAt }) => (sentAt as number) + 7200)).toEqual(
        written.map(({ at }) => at / 1000),
      );
      expect(new Set(all.messages.map(({ muid }) => muid)).size).toBe(written.length);
      const sum = Object.values(linesOf(all)).reduce((total, each) => total + each, 0);
      expect(sum).toBe(content.split('\n').length - 1);
      expect(countOf(all, 'lines')).toBe(sum);
    }),
    runs,
  );
});

/** Lines of blanks are empty lines. */
function withoutEndsOfLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : line))
    .join('\n');
}

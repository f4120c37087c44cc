import { describe, expect, test } from 'vitest';
import { SourceError } from '../../../src/index.ts';
import { hourOfDay } from '../../../src/systems/whatsapp/day-periods.ts';
import { textsOf } from '../../read-all.ts';
import { linesOf, readChat } from './example.ts';

/** Three messages whose headers are made of a time, the second with a day that shows the order. */
const forms: Record<string, readonly [string, string]> = {
  'Android, 24 hours': ['03/04/2024, 17:46 - ', '13/04/2024, 17:47 - '],
  'Android, month first': ['04/03/24, 17:46 - ', '04/13/24, 17:47 - '],
  'Android, dots': ['03.04.24, 17:46 - ', '13.04.24, 17:47 - '],
  'Android, year first, 12 hours': ['2024/04/03, 5:46 pm - ', '2024/04/13, 5:47 pm - '],
  'Android, U+202F before PM': ['4/3/24, 5:46\u202FPM - ', '4/13/24, 5:47\u202FPM - '],
  'Android, p. m. with U+00A0': ['3/4/2024, 5:46 p.\u00A0m. - ', '13/4/2024, 5:47 p.\u00A0m. - '],
  'Android, p.m. and dashes': ['2024-04-03, 5:46 p.m. - ', '2024-04-13, 5:47 p.m. - '],
  'Greek, 12 hours': ['3/4/2024, 5:46 μ.μ. - ', '13/4/2024, 5:47 μ.μ. - '],
  'Malay, 12 hours': ['03/04/2024, 5:46 PTG - ', '13/04/2024, 5:47 PTG - '],
  'Chinese, half of the day before the time': [
    '2024年4月3日 下午5:46 - ',
    '2024年4月13日 下午5:47 - ',
  ],
  'Korean, 12 hours': ['2024. 4. 3. 오후 5:46 - ', '2024. 4. 13. 오후 5:47 - '],
  'Arabic digits and marks': [
    '٣\u200F/٤\u200F/٢٠٢٤، ٥:٤٦ م - ',
    '١٣\u200F/٤\u200F/٢٠٢٤، ٥:٤٧ م - ',
  ],
  'Bulgarian, words after a time of 24 hours': [
    '3.04.2024 г., 17:46 ч. - ',
    '13.04.2024 г., 17:47 ч. - ',
  ],
  'Finnish, dot in the time': ['3.4.2024 klo 17.46 - ', '13.4.2024 klo 17.47 - '],
  'iOS, dots': ['[03.04.24, 17:46:00] ', '[13.04.24, 17:47:00] '],
  'iOS, 12 hours with U+202F': ['[3/4/2024, 5:46:00\u202FPM] ', '[13/4/2024, 5:47:00\u202FPM] '],
  'iOS, mark before the line': ['\u200E[03/04/2024, 17:46:00] ', '\u200E[13/04/2024, 17:47:00] '],
  'iOS, year first': ['[2024/04/03 17:46:00] ', '[2024/04/13 17:47:00] '],
  'Thai, years from 543 years earlier': ['3/4/2567 17:46 - ', '13/4/2567 17:47 - '],
  'old, 24 hours': ['03/04/2024 17:46:00: ', '13/04/2024 17:47:00: '],
  'old, 12 hours': ['4/3/24, 5:46:00 PM: ', '4/13/24, 5:47:00 PM: '],
};

describe.each(Object.entries(forms))('%s', (_name, [first, second]) => {
  test('is read, in local time of the zone', async () => {
    const all = await readChat(
      `${first}Ann: one\nmore: of it\n${second}Bo: two\n${second}Ann: x\n`,
    );

    expect(textsOf(all)).toEqual(['one\nmore: of it', 'two', 'x']);
    expect(all.messages.map(({ sentAt }) => sentAt)).toEqual([
      Date.UTC(2024, 3, 3, 15, 46) / 1000,
      Date.UTC(2024, 3, 13, 15, 47) / 1000,
      Date.UTC(2024, 3, 13, 15, 47) / 1000,
    ]);
  });
});

test.each([
  [9, '晚上', 21],
  [12, '凌晨', 0],
  [12, '中午', 12],
  [3, 'nachm.', 15],
  [12, 'vorm.', 0],
  [9, 'PTG', 21],
  [9, 'ق.ظ', 9],
  [9, 'qqq', undefined],
])('%d with %s is hour %s of the day', (hour, word, expected) => {
  expect(hourOfDay(hour, word)).toBe(expected);
});

test('midnight and noon of 12 hours, and hour 0 with a word', async () => {
  const times = ['12:05 AM', '12:05 PM', '0:10 PM', '1:00 AM', '13:30 PM', '9:00 PM'];
  const all = await readChat(times.map((time) => `13/4/24, ${time} - Ann: x\n`).join(''));

  const hours = all.messages.map(({ sentAt }) => new Date((sentAt as number) * 1000));
  expect(hours.map((time) => time.toISOString().slice(8, 16))).toEqual([
    '12T22:05',
    '12T23:00',
    '13T10:05',
    '13T10:10',
    '13T11:30',
    '13T19:00',
  ]);
});

test('bytes before the text, CRLF and UTF-16 change nothing', async () => {
  const text = '13/04/2024, 10:00 - Ann: one\r\ntwo\r\n13/04/2024, 10:01 - Bo: three\r\n';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  for (const file of [text, `\uFEFF${text}`, utf16])
    expect(textsOf(await readChat(file))).toEqual(['one\ntwo', 'three']);
});

test('U+2028, empty lines and dates at the beginning of a line belong to the text', async () => {
  const all = await readChat(
    [
      '13/04/2024, 10:00 - Ann: one\u2028two',
      '',
      'three',
      '14/04/2024 is a Sunday',
      '13/04/2024, 10:01 - Bo: x',
      '13/04/2024, 10:02 - Ann: y',
      '',
    ].join('\n'),
  );

  expect(textsOf(all)).toEqual(['one\u2028two\n\nthree\n14/04/2024 is a Sunday', 'x', 'y']);
});

test('a log that is pasted into a message stays in it: its form, its leading zeros or its dates are others', async () => {
  const pasted = [
    '[12.03.24, 09:00:00] Per: of an iPhone',
    '3/4/2024, 9:00 - Per: without zeros',
    '12/03/2024, 9:00 PM - Per: of 12 hours',
    '31/02/2024, 09:00 - Per: no date',
    '12/03/2024, 25:00 - Per: no time',
  ];
  const all = await readChat(
    ['13/03/2024, 09:00 - Ann: look', ...pasted, '14/03/2024, 09:00 - Bo: yes', ''].join('\n'),
    {},
  );

  expect(textsOf(all)).toEqual([['look', ...pasted].join('\n'), 'yes']);
  expect(linesOf(all)).toMatchObject({ 'continue the message before them': 5 });
  expect(all.account.notes).toContainEqual({
    subject: 'lines that continue a message',
    fact: 'look like the beginning of one, in another form than that of the file',
    count: 5,
  });
});

const short = (dates: readonly string[]): string =>
  dates.map((date) => `${date}, 10:00 - Ann: x\n`).join('');
const daysOf = async (text: string, options: object = {}): Promise<string[]> =>
  (await readChat(text, options)).messages.map(({ sentAt }) =>
    new Date((sentAt as number) * 1000).toISOString().slice(0, 10),
  );

test.each([
  ['a day above 12', ['3/4/24', '13/4/24'], ['2024-04-03', '2024-04-13']],
  ['a month that is never above 12', ['4/3/24', '4/13/24'], ['2024-04-03', '2024-04-13']],
  [
    'dates that do not decrease',
    ['1/2/24', '5/2/24', '2/3/24'],
    ['2024-02-01', '2024-02-05', '2024-03-02'],
  ],
  ['the other order', ['2/1/24', '2/5/24', '3/2/24'], ['2024-02-01', '2024-02-05', '2024-03-02']],
  ['dots', ['3.4.24', '4.4.24'], ['2024-04-03', '2024-04-04']],
  ['no difference', ['4/4/24', '5/5/24'], ['2024-04-04', '2024-05-05']],
])('the order of dates of a file follows from %s', async (_what, dates, days) => {
  expect(await daysOf(short(dates))).toEqual(days);
});

test('the order follows from the file, not from the line: one day decides all dates', async () => {
  expect(await daysOf(short(['3/4/24', '3/5/24', '13/5/24']))).toEqual([
    '2024-04-03',
    '2024-05-03',
    '2024-05-13',
  ]);
});

test('where nothing shows the order, the file is refused with a question, and dateOrder answers it', async () => {
  const open = short(['3/4/24', '3/4/24', '3/5/24']);
  const refused = readChat(open);
  await expect(refused).rejects.toBeInstanceOf(SourceError);
  await expect(refused).rejects.toMatchObject({
    code: 'open-question',
    message: expect.stringMatching(
      /Bo\.txt has dates such as 3\/4\/24, and nothing in the file shows whether this is 3 April or 4 March\.$/,
    ) as string,
    fix: 'Set the order in the configuration, `sources: { whatsapp: { dateOrder: day-first } }` or `month-first`, and plan again.',
  });

  expect(await daysOf(open, { dateOrder: 'month-first' })).toEqual([
    '2024-03-04',
    '2024-03-04',
    '2024-03-05',
  ]);
  expect(await daysOf(short(['3/4/24', '13/4/24']), { dateOrder: 'month-first' })).toEqual([
    '2024-04-03',
    '2024-04-13',
  ]);
});

test('without a zone the export is refused, and the zone of the machine is not used', async () => {
  await expect(readChat('13/3/24, 10:00 - Ann: x\n', { zone: undefined })).rejects.toMatchObject({
    code: 'open-question',
    fix: 'Set the zone in the configuration, such as `sources: { whatsapp: { zone: Europe/Berlin } }`, and plan again.',
  });
});

test('a word for a half of the day that no language has is refused', async () => {
  await expect(
    readChat('13/3/24, 10:00 qqq - Ann: x\n13/3/24, 11:00 qqq - Ann: x\n'),
  ).rejects.toMatchObject({
    message: expect.stringContaining('has times with "qqq"') as string,
    fix: 'Set the phone to a clock of 24 hours, and export the chat again.',
  });
});

test('times at a clock change are counted', async () => {
  const all = await readChat('27/10/2024, 02:30 - Ann: x\n27/10/2024, 12:30 - Bo: y\n');

  expect(all.account.notes).toContainEqual({
    subject: 'messages',
    fact: 'with a time at a clock change, which may be an hour off',
    count: 1,
  });
});

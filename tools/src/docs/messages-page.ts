import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The explanation of a message, in Markdown. */
export interface Message {
  readonly code: string;
  readonly means: string;
  readonly example: string;
  readonly fix: string;
}

const tables = ['problem-codes', 'exit-status'] as const;

const titles: Readonly<Record<(typeof tables)[number], string>> = {
  'problem-codes': 'Problems of rows',
  'exit-status': 'Errors and stops',
};

/** Every code, from the tables in the pages. */
export function messagesIn(root: string): Message[] {
  return tables.flatMap((name) => messagesOf(root, name));
}

/** The page with a heading for each code. */
export function messagesPage(root: string): string {
  const sections = tables.flatMap((name) => [
    `## ${titles[name]}`,
    '',
    ...messagesOf(root, name).flatMap(entry),
  ]);
  return [
    '# When something fails, by message',
    '',
    'Every message has a code: `plan` and `status` print it, and the files of a job and the results as JSON have it. Search for the code, or for words of the message.',
    '',
    ...sections,
  ].join('\n');
}

function messagesOf(root: string, name: (typeof tables)[number]): Message[] {
  const text = readFileSync(path.join(root, `docs/${name}.md`), 'utf8');
  const subject = name === 'problem-codes' ? 'The field or row ' : '';
  const seen = new Set<string>();
  return text.split('\n').flatMap((line) => {
    const [, code, rest] = /^\| `([a-z][a-z0-9-]+)` +\|(.*)\|$/.exec(line) ?? [];
    if (code === undefined || seen.has(code)) return [];
    seen.add(code);
    const [means = '', ...others] = rest!.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const fix = others.at(-1) ?? '';
    const example = others.length > 1 ? others[0]! : '';
    return [{ code, means: sentence(`${subject}${means}`), example, fix: sentence(fix) }];
  });
}

function entry({ code, means, example, fix }: Message): string[] {
  return [
    `### \`${code}\``,
    '',
    means,
    '',
    ...(example === '' ? [] : [`For example: ${example}`, '']),
    ...(fix === '' ? [] : [`**What to do.** ${fix}`, '']),
  ];
}

function sentence(text: string): string {
  return text === '' || /[.!?:]$/.test(text) ? text : `${text}.`;
}

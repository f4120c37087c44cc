import { counted } from '@chatferry/contract';
import { createContext, Script } from 'node:vm';
import type { MarkdownIt } from 'markdown-it';
import { z } from 'zod';
import { textOfBbcode } from './bbcode.ts';
import { textOfHtml } from './html.ts';
import { libraries } from './libraries.ts';
import { textOfPhpbb } from './phpbb.ts';

const word = z.enum(['html', 'bbcode', 'phpbb', 'markdown']);

/** The markup that a text is written in; several kinds of markup are read one after the other. */
export const markup = z.union([word, z.array(word).min(1)]);

type Word = z.infer<typeof word>;

/** Longer texts are refused. They are far longer than any message that fits into a request. */
const MOST_CHARACTERS = 100_000;
/** Shorter texts take less than a millisecond, whatever they contain. Limiting the time takes a tenth of a millisecond. */
const WATCHED_CHARACTERS = 2000;
const TIME_LIMIT_MS = 2000;

/** Why a text cannot be read, as the end of a sentence. */
export class MarkupError extends Error {}

/**
 * The plain text of a text in some markup. A text without markup is returned unchanged.
 *
 * @throws {MarkupError} for a text that is too long, is nested too deep, or takes too much time
 */
export function plainText(text: string, words: readonly Word[]): string {
  return words.reduce((each, name) => (signs[name].test(each) ? read(each, name) : each), text);
}

/** A text without any of these characters has no markup. */
const signs: Readonly<Record<Word, RegExp>> = {
  html: /[<&]/,
  bbcode: /[[&]/,
  phpbb: /[<&[]/,
  markdown: /[\\`*_[<>#+!|&~=-]/,
};

function read(text: string, name: Word): string {
  if (text.length > MOST_CHARACTERS)
    throw new MarkupError(
      `it has ${counted(text.length, 'character')}, and at most ${counted(MOST_CHARACTERS, 'is', 'are')} read`,
    );
  try {
    const plain =
      text.length < WATCHED_CHARACTERS ? readers[name](text) : watched(() => readers[name](text));
    const lines = plain.split('\n').map((line) => line.trimEnd());
    return lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  } catch (error) {
    if (error instanceof RangeError) throw new MarkupError('it is nested too deep');
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new MarkupError(`reading it takes more than ${TIME_LIMIT_MS / 1000} s`);
    throw error;
  }
}

const readers: Readonly<Record<Word, (text: string) => string>> = {
  html: textOfHtml,
  bbcode: textOfBbcode,
  phpbb: textOfPhpbb,
  markdown: (text) => textOfHtml(markdown().render(text)),
};

let renderer: MarkdownIt | undefined;

/** HTML in Markdown stays text, because chats show it and do not run it. */
function markdown(): MarkdownIt {
  renderer ??= new (libraries.markdown())({ html: false, breaks: true });
  return renderer;
}

const context = createContext({ run: undefined });
const script = new Script('run()');

/** Limits the time of a call. The limit must be short, because the thread does nothing else in the meantime. */
function watched(run: () => string): string {
  context['run'] = run;
  return script.runInContext(context, { timeout: TIME_LIMIT_MS }) as string;
}

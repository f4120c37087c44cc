import { outsideCode } from '../../reading/outside-code.ts';

/** Resolves the references in a text. */
export interface TextNames {
  readonly isUser: (id: number) => boolean;
  /** The only user with this full name. */
  readonly named: (name: string) => number | undefined;
  /** Notes that a text mentions a user. */
  readonly mention: (id: number) => void;
  /** Takes the file that a link leads to, and returns what the text has in its place. */
  readonly file: (path: string, label: string) => string;
}

const everybody = new Set(['all', 'everyone', 'channel', 'stream', 'topic']);

const mention = /@_?\*\*([^*\n]+?)(?:\|(\d+))?\*\*/g;
const group = /@_?\*([^*\n]+)\*/g;
const channel = /#\*\*([^*\n]+)\*\*/g;
const upload = /!?\[([^\]\n]*)\]\(\/user_uploads\/([^)\s]+)\)/g;

/** The text of a message with its mentions and files; code stays as it is, quotes are text. */
export function textOf(markdown: string, names: TextNames): string {
  // Quotes and spoilers are fences, but not of code. Without their marks, their lines are text.
  return eachFence(markdown, (text) => outsideCode(text, (each) => resolved(each, names)));
}

function resolved(text: string, names: TextNames): string {
  return text
    .replaceAll(upload, (_whole, label: string, path: string) => names.file(path, label))
    .replaceAll(mention, (_whole, name: string, id: string | undefined) => {
      if (id === undefined && everybody.has(name)) return `@${name}`;
      const user = id === undefined ? names.named(name) : Number(id);
      if (user === undefined || !names.isUser(user)) return `@${name}`;
      names.mention(user);
      return `<@uid:${user}>`;
    })
    .replaceAll(group, (_whole, name: string) => `@${name}`)
    .replaceAll(
      channel,
      (_whole, name: string) => `#${name.replace(/@\d+$/, '').replace('>', ' > ')}`,
    );
}

const fence = /^(`{3,}|~{3,})[ \t]*([^\s`~]*)[^\n`~]*$/;

/** Replaces the text outside fences of code, and leaves all fences as they are. */
function eachFence(markdown: string, replace: (text: string) => string): string {
  if (!markdown.includes('```') && !markdown.includes('~~~')) return replace(markdown);
  const parts: string[] = [];
  let text: string[] = [];
  /** Marks of the open fences, and whether a fence is of code. */
  const open: { readonly mark: string; readonly isCode: boolean }[] = [];
  const takeText = (): void => {
    if (text.length > 0) parts.push(replace(text.join('\n')));
    text = [];
  };
  for (const line of markdown.split('\n')) {
    const [, mark, language = ''] = fence.exec(line) ?? [];
    const last = open.at(-1);
    const closes = last !== undefined && mark === last.mark && language === '';
    if (closes) open.pop();
    else if (mark !== undefined && last?.isCode !== true)
      open.push({ mark, isCode: language !== 'quote' && language !== 'spoiler' });
    else if (last?.isCode !== true) {
      text.push(line);
      continue;
    }
    takeText();
    parts.push(line);
  }
  takeText();
  return parts.join('\n');
}

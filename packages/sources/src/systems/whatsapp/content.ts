import {
  isAttachedMark,
  isDeleted,
  isEditedMark,
  isOwnText,
  omittedFile,
  plainForm,
  withoutMarks,
} from './markers.ts';

/** The content after the name of a sender. */
export type Content =
  | {
      readonly is: 'message';
      readonly text: string;
      readonly isEdited: boolean;
      readonly file?: NamedFile;
    }
  /** A line that WhatsApp marked as its own. */
  | { readonly is: 'system'; readonly text: string }
  | { readonly is: 'deleted' };

/** A file by its name, or by its kind if the export was made without files. */
export type NamedFile = { readonly name: string } | { readonly kind: string };

export interface ContentRules {
  /** Whether the export has a file of this name next to the chat. */
  readonly hasFile: (name: string) => boolean;
  /** Texts of deleted messages, in the form in which texts are compared. */
  readonly deletedTexts: ReadonlySet<string>;
  /** Called for a text that only a known language has. */
  readonly onMarker?: () => void;
}

const LEFT_TO_RIGHT = '\u200E';

/** Names that WhatsApp gives to files. */
export const ownName = /^(?:[A-Z]{3,5}-\d{8}-WA\d{3,}|\d{8}-[A-Z]+-[\d-]+)\.\w{2,5}$/;

/** A file as Android writes it: the name, then words in the language of the phone. */
const inParentheses = /^(\S.{0,250}\.\w{1,10}) \(([^()]{3,60})\)$/;

/** A file as iOS writes it, at the end of a line. */
const inBrackets = /(?:^|\s)<([^<>:]{2,40}): ([^<>]{1,250}\.\w{1,10})>$/;

/** The content of a message. @param sent all lines after the name of the sender */
export function contentOf(sent: string, rules: ContentRules): Content {
  const isMarked = sent.startsWith(LEFT_TO_RIGHT);
  const { text, isEdited } = withoutEdit(sent, rules);
  const plain = plainForm(text);
  if (rules.deletedTexts.has(plain) || isDeleted(plain)) {
    if (isDeleted(plain)) rules.onMarker?.();
    return { is: 'deleted' };
  }
  const found = fileIn(text, isMarked, rules);
  if (found !== undefined) return { is: 'message', isEdited, ...found };
  const isLine = !text.includes('\n') && !/https?:\/\//.test(text);
  if ((isMarked || isOwnText(plain)) && isLine && plain !== '')
    return { is: 'system', text: withoutMarks(text).trim() };
  return { is: 'message', isEdited, text: withoutOwnMarks(text) };
}

/** Removes the mark of WhatsApp's own lines. Other marks belong to texts from right to left. */
function withoutOwnMarks(text: string): string {
  return text.replaceAll(/^[\u200E\uFEFF]+/gm, '').trim();
}

/** A text without the words at its end that state an edit. */
function withoutEdit(
  sent: string,
  { onMarker }: ContentRules,
): { text: string; isEdited: boolean } {
  const [whole = '', mark = '', words = ''] = /\s*(\u200E?)<([^<>:]{4,60})>\s*$/.exec(sent) ?? [];
  const isKnown = isEditedMark(plainForm(words));
  // After a text, no other words in brackets are marked.
  const isEdited = isKnown || (mark !== '' && whole.length < sent.trimStart().length);
  if (isKnown) onMarker?.();
  return isEdited ? { text: sent.slice(0, -whole.length), isEdited } : { text: sent, isEdited };
}

function fileIn(
  text: string,
  isMarked: boolean,
  { hasFile, onMarker }: ContentRules,
): { readonly text: string; readonly file: NamedFile } | undefined {
  const lines = text.split('\n');
  const first = withoutMarks(lines[0]!).trim();
  const rest = lines.slice(1).join('\n');
  const [, name, words = ''] = inParentheses.exec(first) ?? [];
  if (
    name !== undefined &&
    (isAttachedMark(plainForm(words)) || ownName.test(name) || hasFile(name))
  ) {
    if (isAttachedMark(plainForm(words))) onMarker?.();
    return { text: withoutOwnMarks(rest), file: { name } };
  }
  for (const [index, line] of lines.entries()) {
    const shown = withoutMarks(line).trimEnd();
    const [whole, _words, attached] = inBrackets.exec(shown) ?? [];
    if (attached === undefined) continue;
    if (!line.includes(LEFT_TO_RIGHT) && !ownName.test(attached) && !hasFile(attached)) continue;
    const others = [
      ...lines.slice(0, index),
      shown.slice(0, -whole!.length),
      ...lines.slice(index + 1),
    ];
    return { text: withoutOwnMarks(others.join('\n')), file: { name: attached } };
  }
  const [before, after] = isMarked ? ['', lines[0]!] : cutAtMark(lines[0]!);
  const kind = omittedFile(plainForm(after), isMarked || before !== '');
  if (kind === undefined) return undefined;
  onMarker?.();
  return { text: withoutOwnMarks(`${before}\n${rest}`), file: { kind } };
}

/** The text before the last mark of a line, and the text after it. */
function cutAtMark(line: string): readonly [string, string] {
  const at = line.lastIndexOf(LEFT_TO_RIGHT);
  return at === -1 ? ['', line] : [line.slice(0, at), line.slice(at)];
}

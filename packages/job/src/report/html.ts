/** Finished HTML: a template inserts it without escaping. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** A value in a template. Any value that is not `Html` is escaped. */
export type HtmlValue = Html | string | number | undefined | readonly HtmlValue[];

/** Template tag that makes HTML. The elements of a list are joined; `undefined` is empty. */
export function html(literals: TemplateStringsArray, ...parts: readonly HtmlValue[]): Html {
  const [first = '', ...others] = literals.map(withoutIndent);
  return new Html(first + others.map((text, index) => sourceOf(parts[index]) + text).join(''));
}

/** The indentation of the source is removed. */
function withoutIndent(literal: string): string {
  return literal.replaceAll(/\n\s*/g, '\n');
}

function sourceOf(part: HtmlValue): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.source;
  if (typeof part === 'object') return part.map(sourceOf).join('');
  return escaped(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Also escapes invisible characters: an id must not reverse the line, or look like another id. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => entities[character]!)
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
    );
}

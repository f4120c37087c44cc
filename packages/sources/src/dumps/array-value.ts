/** The type of a list in PostgreSQL: the type of its elements before brackets. */
const listType = /\[\d*\]| array\b/;

/** Whether a type is a list, whose values PostgreSQL writes as `{a,"b c",NULL}`. */
export function isListType(type: string): boolean {
  return listType.test(type);
}

/**
 * A list of PostgreSQL as JSON, as its server would write it. Whole numbers and booleans stay values of JSON; other elements become texts.
 * @returns undefined for any other text
 */
export function listAsJson(text: string, type: string): string | undefined {
  const begin = text.indexOf('{'); // Bounds may come first: `[0:1]={a,b}`.
  if (begin === -1 || !text.endsWith('}')) return undefined;
  let json = '';
  const token = /[{},]|"((?:[^"\\]|\\.)*)"|[^{},"]+/gy;
  token.lastIndex = begin;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [all, quoted] = found;
    if (all === '{') json += '[';
    else if (all === '}') json += ']';
    else if (all === ',') json += ',';
    else
      json +=
        quoted === undefined
          ? elementOf(all.trim(), type)
          : JSON.stringify(quoted.replaceAll(/\\(.)/gs, '$1'));
  }
  return json;
}

function elementOf(text: string, type: string): string {
  if (text.toUpperCase() === 'NULL') return 'null';
  if (type.startsWith('boolean')) return text === 't' ? 'true' : 'false';
  return /^(?:small|big)?int/.test(type) ? text : JSON.stringify(text);
}

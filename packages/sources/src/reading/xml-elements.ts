import { SaxesParser, type SaxesTagNS } from 'saxes';
import { cutOff, hostile } from '../archive/refuse.ts';

/** The beginning of an element. */
export interface XmlTag {
  /** Without a prefix. */
  readonly name: string;
  readonly namespace: string;
  /** Those without a prefix. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface XmlElement extends XmlTag {
  readonly children: readonly XmlElement[];
  /** The text that is in it directly. */
  readonly text: string;
}

/** An element that is read as a whole. */
export interface XmlRecord {
  readonly element: XmlElement;
  /** The elements that it is in, from the outside. */
  readonly path: readonly XmlTag[];
  /** Its number in the file, from 1. */
  readonly number: number;
}

export interface XmlRules {
  /** Whether the children of an element are records; it is then a record without them. @param path what it is in */
  readonly isContainer: (tag: XmlTag, path: readonly XmlTag[]) => boolean;
  /** Whether an element inside of a record is a record of its own; the outer record is then without it. */
  readonly isInner?: (tag: XmlTag) => boolean;
  /** Whether an element, with all that is in it, is not kept. */
  readonly isIgnored: (tag: XmlTag) => boolean;
  /** Called for the root. @returns false to read no further */
  readonly onRoot?: (tag: XmlTag) => boolean;
}

interface OpenElement extends XmlTag {
  readonly children: XmlElement[];
  text: string;
}

/** A record is a message or a list of contacts; no export has larger ones. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/**
 * The records of an XML document, in batches. Memory use does not grow with the document.
 *
 * @param file for errors
 * @throws {SourceError} for a document that is damaged, cut off or not in UTF-8, and for one that defines entities
 */
export async function* xmlRecords(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  { isContainer, isInner = () => false, isIgnored, onRoot = () => true }: XmlRules,
): AsyncGenerator<readonly XmlRecord[]> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const path: XmlTag[] = [];
  /** What of a record is open, from the outside. */
  let open: OpenElement[] = [];
  /** A record with such an element, while it is open. */
  let outer: OpenElement[] = [];
  let found: XmlRecord[] = [];
  let [number, ignored, characters] = [0, 0, 0];
  let isWanted = true;

  parser.on('error', (error) => {
    throw cutOff(file, `its line ${parser.line} is not XML`, error);
  });
  parser.on('doctype', () => {
    throw hostile(file, 'it has a document type, which can define entities');
  });
  parser.on('opentag', (tag) => {
    const begun = begin(tag);
    if (path.length === 0) isWanted = onRoot(begun);
    if (ignored > 0 || isIgnored(begun)) ignored++;
    else if (open.length > 0 && outer.length === 0 && isInner(begun)) {
      path.push(...open, begun);
      [outer, open] = [open, []];
    } else if (open.length === 0 && isContainer(begun, path)) {
      found.push({
        element: { ...begun, children: [], text: '' },
        path: [...path],
        number: ++number,
      });
      path.push(begun);
    } else open.push({ ...begun, children: [], text: '' });
  });
  const takeText = (text: string): void => {
    const inner = open.at(-1);
    if (ignored > 0 || inner === undefined) return;
    inner.text += text;
    characters += text.length;
    if (characters > MOST_CHARACTERS)
      throw cutOff(
        file,
        `an element at line ${parser.line} has more than ${MOST_CHARACTERS} characters`,
      );
  };
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('closetag', () => {
    if (ignored > 0) ignored--;
    else if (open.length === 0) {
      path.pop();
      if (outer.length === 0 || path.at(-1) !== outer.at(-1)) return;
      path.splice(-outer.length);
      [open, outer] = [outer, []];
    } else {
      const element = open.pop()!;
      const parent = open.at(-1);
      if (parent === undefined) {
        found.push({ element, path: [...path], number: ++number });
        characters = 0;
      } else parent.children.push(element);
    }
  });

  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch (error) {
      throw cutOff(file, `its text at line ${parser.line} is not UTF-8`, error);
    }
  };
  for await (const piece of pieces) {
    parser.write(decode(piece));
    if (!isWanted) return;
    if (found.length > 0) yield found;
    found = [];
  }
  parser.write(decode()).close();
}

function begin({ local, uri, attributes }: SaxesTagNS): XmlTag {
  const own: Record<string, string> = {};
  for (const { prefix, local: name, value } of Object.values(attributes))
    if (prefix === '') own[name] = value;
  return { name: local, namespace: uri, attributes: own };
}

/** The first child with this name. @param namespace any where it is absent */
export function childOf(
  element: XmlElement,
  name: string,
  namespace?: string,
): XmlElement | undefined {
  return element.children.find(
    (each) => each.name === name && (namespace === undefined || each.namespace === namespace),
  );
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((each) => each.name === name);
}

/** The text of a child, if it is not empty. */
export function textOfChild(element: XmlElement, name: string): string | undefined {
  const text = childOf(element, name)?.text.trim();
  return text === '' ? undefined : text;
}

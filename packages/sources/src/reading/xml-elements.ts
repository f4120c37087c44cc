import { SaxesParser, type SaxesTagNS } from 'saxes';
import { cutOff, hostile } from '../archive/refuse.ts';

/** The beginning of an element. */
export interface XmlTag {
  /** The name without a prefix. */
  readonly name: string;
  readonly namespace: string;
  /** The attributes without a prefix. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface XmlElement extends XmlTag {
  readonly children: readonly XmlElement[];
  /** The text directly inside the element. */
  readonly text: string;
}

/** An element that is read as a whole. */
export interface XmlRecord {
  readonly element: XmlElement;
  /** The elements around the record, from the outside. */
  readonly path: readonly XmlTag[];
  /** The number of the record in the file, from 1. */
  readonly number: number;
}

export interface XmlRules {
  /** Whether the children of an element are records; the element is then a record without them. @param path the elements around it */
  readonly isContainer: (tag: XmlTag, path: readonly XmlTag[]) => boolean;
  /** Whether an element inside a record is a record of its own; the outer record is then without it. */
  readonly isInner?: (tag: XmlTag) => boolean;
  /** Whether an element is left out, with everything in it. */
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
 * @param file the name for errors
 * @throws {SourceError} for a document that is damaged, cut off or not in UTF-8, and for one that defines entities
 */
export async function* xmlRecords(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  rules: XmlRules,
): AsyncGenerator<readonly XmlRecord[]> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const records = new RecordBuilder(rules);
  const takeText = (text: string): void => {
    if (!records.addText(text))
      throw cutOff(
        file,
        `an element at line ${parser.line} has more than ${MOST_CHARACTERS} characters`,
      );
  };
  parser.on('error', (error) => {
    throw cutOff(file, `its line ${parser.line} is not XML`, error);
  });
  parser.on('doctype', () => {
    throw hostile(file, 'it has a document type, which can define entities');
  });
  parser.on('opentag', (tag) => records.begin(tagFrom(tag)));
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('closetag', () => records.end());

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
    if (!records.areWanted) return;
    const found = records.take();
    if (found.length > 0) yield found;
  }
  parser.write(decode()).close();
}

/** Makes records of the tags and texts of a document. */
class RecordBuilder {
  readonly #rules: XmlRules;
  /** The open elements around the next record, from the outside, without open elements of a record. */
  readonly #path: XmlTag[] = [];
  /** The open elements of a record, from the outside. */
  #open: OpenElement[] = [];
  /** The record around the open inner record. */
  #outer: OpenElement[] = [];
  #found: XmlRecord[] = [];
  /** The number of open ignored elements, which are nested. */
  #ignored = 0;
  #number = 0;
  /** The number of characters in the open record. */
  #characters = 0;
  /** Whether the rules want the content of the root. */
  areWanted = true;

  constructor(rules: XmlRules) {
    this.#rules = rules;
  }

  begin(tag: XmlTag): void {
    const { isContainer, isInner, isIgnored, onRoot } = this.#rules;
    if (this.#path.length === 0) this.areWanted = onRoot?.(tag) ?? true;
    if (this.#ignored > 0 || isIgnored(tag)) this.#ignored++;
    else if (this.#open.length > 0 && this.#outer.length === 0 && isInner?.(tag) === true) {
      this.#path.push(...this.#open, tag);
      [this.#outer, this.#open] = [this.#open, []];
    } else if (this.#open.length === 0 && isContainer(tag, this.#path)) {
      this.#add({ ...tag, children: [], text: '' });
      this.#path.push(tag);
    } else this.#open.push({ ...tag, children: [], text: '' });
  }

  /** @returns false when the record becomes too large */
  addText(text: string): boolean {
    const inner = this.#open.at(-1);
    if (this.#ignored > 0 || inner === undefined) return true;
    inner.text += text;
    this.#characters += text.length;
    return this.#characters <= MOST_CHARACTERS;
  }

  end(): void {
    if (this.#ignored > 0) this.#ignored--;
    else if (this.#open.length === 0) this.#leaveContainer();
    else {
      const element = this.#open.pop()!;
      const parent = this.#open.at(-1);
      if (parent !== undefined) return void parent.children.push(element);
      this.#add(element);
      this.#characters = 0;
    }
  }

  /** The records that ended since the last call. */
  take(): readonly XmlRecord[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #add(element: XmlElement): void {
    this.#found.push({ element, path: [...this.#path], number: ++this.#number });
  }

  /** When the container is an inner record, the outer one continues. */
  #leaveContainer(): void {
    this.#path.pop();
    if (this.#outer.length === 0 || this.#path.at(-1) !== this.#outer.at(-1)) return;
    this.#path.splice(-this.#outer.length);
    [this.#open, this.#outer] = [this.#outer, []];
  }
}

function tagFrom({ local, uri, attributes }: SaxesTagNS): XmlTag {
  const own: Record<string, string> = {};
  for (const { prefix, local: name, value } of Object.values(attributes))
    if (prefix === '') own[name] = value;
  return { name: local, namespace: uri, attributes: own };
}

/** The first child with this name. @param namespace any namespace if absent */
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

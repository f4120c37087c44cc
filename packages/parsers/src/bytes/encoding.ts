/**
 * The WHATWG Encoding Standard's name of an encoding, from any of its labels. Hyphens may be missing or added:
 * the standard has `latin1` and not `latin-1`.
 *
 * @returns undefined when there is no such encoding
 */
export function encodingOf(label: string): string | undefined {
  return nameOf(label) ?? nameOf(label.replaceAll(/[-_ ]/g, ''));
}

function nameOf(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** A field that means a key of each attachment: `data.attachments[*].url`. */
const keyField = /^data\.attachments\[\*\]\.(?<key>[^.[\]]+)$/;

/** The key of each attachment that a field means; undefined for any other field. */
export function keyOfEach(name: string): string | undefined {
  return keyField.exec(name)?.groups?.['key'];
}

/** Of an export; drafts of the format used the second one. */
export const exported: readonly string[] = [
  'urn:xmpp:pie:0',
  'http://www.xmpp.org/extensions/xep-0227.html#ns',
];

export const archived = 'urn:xmpp:pie:0#mam';
export const component = 'urn:xmpp:pie:0#component';
export const included = 'http://www.w3.org/2001/XInclude';

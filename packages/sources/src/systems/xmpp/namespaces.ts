/** The namespaces of an export; drafts of the format used the second one. */
export const exported: readonly string[] = [
  'urn:xmpp:pie:0',
  'http://www.xmpp.org/extensions/xep-0227.html#ns',
];

export const archived = 'urn:xmpp:pie:0#mam';
/** The namespaces of the elements with rooms: of Prosody, of Tigase, and none. */
export const components: readonly string[] = [
  'urn:xmpp:pie:0#component',
  'tigase:xep-0227:muc:0',
  ...exported,
];
export const included = 'http://www.w3.org/2001/XInclude';

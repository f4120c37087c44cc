/** An answer in the form in which it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

export function jsonReply(status: number, body: string, headers: Reply['headers'] = {}): Reply {
  return { status, headers: { ...JSON_TYPE, ...headers }, body };
}

/** An HTML page in the form of gateways, instead of the service's answer. */
export function gatewayPage(status: number, title: string): Reply {
  const heading = `${status} ${title}`;
  const body = `<html>\r\n<head><title>${heading}</title></head>\r\n<body>\r\n<center><h1>${heading}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return { status, headers: HTML_TYPE, body };
}

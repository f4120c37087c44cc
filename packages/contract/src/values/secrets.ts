/** Takes the place of a secret in everything that is written. */
export const MASK = '[secret]';

/** Names of fields that give access to an account, in the languages that exports are written in. */
const secretName =
  /pass(?:word|wd|phrase|code|wort)|pwd|kennwort|senha|contrase|mot_?de_?passe|(?<!time)token|secret|(?:api|access|private|auth|encryption)_?-?key|credential|(?<!de)session|authori[sz]ation|jwt|cookie|csrf|bearer|fcm|(?<![a-z])(?:otp|totp|mfa|2fa|mdp|pin_?code|salt|pin)(?![a-z])|hash(?:es)?$|auth_?data/i;

/** Values that are secrets by their form: hashes of passwords, tokens that are signed, and keys of well-known services. */
const secretValue =
  /^((?:Basic|Bearer) [\w+/=.~-]{8,}|\$(2[abxy]|argon2\w*|pbkdf2\S*|[156]|P|H|scram\S*)\$\S+|\$[PH]\$\S+|\{\w+\}\S{16,}|pbkdf2_\S+|scrypt[:$]\S+|eyJ[\w-]+\.[\w-]+\.\S+|(sk|pk|ghp|xox[abp])[-_]\w{10,}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/;

/** Whether a field of this name may hold a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Whether a value has the form of a secret. */
export function isSecretValue(value: string): boolean {
  return secretValue.test(value);
}

/** Whether the value of a field is not to be shown. @param path a dot separates the keys: `groupDetails.password` */
export function isSecretField(path: string): boolean {
  return secretName.test(path) && path.split('.').some(isSecretName);
}

/** A key of an object in JSON, up to its value. In a text that is cut off, the quotes may be escaped or doubled. */
const member = /(\\?"{1,2})((?:[^"\\]|\\[^"])*)\1\s*:\s*/g;

/**
 * A JSON text, or a part of one, in which the values of secret fields are masked, and so are passwords, signatures and tokens inside of
 * other texts. All other content stays unchanged.
 *
 * @param isSecret whether a field is secret, by its name and its value as JSON
 */
export function maskSecrets(
  json: string,
  isSecret: (name: string, value: string) => boolean = isSecretName,
): string {
  let masked = '';
  let kept = 0;
  for (const found of json.matchAll(member)) {
    const start = found.index + found[0].length;
    if (found.index < kept) continue;
    const end = valueEnd(json, start, found[1]!);
    const value = json.slice(start, end);
    if (value === '' || isWord(value) || !isSecret(found[2]!, value)) continue;
    masked += `${json.slice(kept, start)}${found[1]}${MASK}${found[1]}`;
    kept = end;
  }
  return withoutInnerSecrets(masked + json.slice(kept));
}

/** Tokens with a recognisable form, private keys, and addresses that let their holder write. */
const inTexts: readonly RegExp[] = [
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g,
  /\b(?:sk|ghp|gho|glpat|shpat|xox[abps])[-_][\w-]{16,}/g,
  /\bAIza[\w-]{35}\b/g,
  /(?<=-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----).*?(?=-----END|$)/gs,
  /(?<=hooks\.slack\.com\/services\/)[\w/]+/g,
  /(?<=\/bot)\d+:[\w-]{30,}/g,
  // The password in an address: PHP writes slashes of JSON with a backslash before them.
  /(?<=[a-z\d]:\\?\/\\?\/[^\s:@/?#"'\\]{0,200}:)[^\s@/"'\\]+(?=@)/gi,
];

/** A key and its value in the query of an address. */
const inQuery = /(?<=[?&;])([\w.-]{1,100})=([^&#\s"'\\<>,]+)/g;

/** Names of query parameters that are secrets only in queries: signatures. */
const signing = /^(?:sig|signature|x-\w+-(?:signature|credential)|key|auth|sv_?sig)$/i;

/** The credentials after the name of a scheme: `Authorization: Basic …`. */
const authorising = /\b(Basic|Bearer|Digest|Negotiate)\s+([\w+/=.~-]{8,})/g;

/** A text in which passwords and signatures in addresses, and tokens, are masked. */
function withoutInnerSecrets(text: string): string {
  let masked = text;
  for (const pattern of inTexts) masked = masked.replace(pattern, MASK);
  return masked
    .replace(inQuery, (whole, name: string) =>
      isSecretName(name) || signing.test(name) ? `${name}=${MASK}` : whole,
    )
    .replace(authorising, (whole, scheme: string, token: string) =>
      isToken(token) ? `${scheme} ${MASK}` : whole,
    );
}

/** Whether a word is a token and not a word of a language, as in "Basic understanding". */
function isToken(word: string): boolean {
  return /[\d=+/_~]/.test(word) || /\p{Ll}\p{Lu}.*\p{Lu}/u.test(word);
}

/** Whether a value is a JSON literal or empty, which shows only whether a secret is set. */
function isWord(value: string): boolean {
  return /^(?:null|true|false|""|\[\]|\{\})$/.test(value);
}

/** The position at which a value ends, at most the end of the text. @param quote the quote of the key before the value */
function valueEnd(json: string, start: number, quote: string): number {
  if (json.startsWith(quote, start)) {
    for (let at = start + quote.length; at < json.length; at++) {
      if (json.startsWith(quote, at)) return at + quote.length;
      if (json[at] === '\\') at++;
    }
    return json.length;
  }
  if (json[start] !== '{' && json[start] !== '[') {
    const end = json.slice(start).search(/[,}\]\s]/);
    return end === -1 ? json.length : start + end;
  }
  let depth = 0;
  let isText = false;
  for (let at = start; at < json.length; at++) {
    const character = json[at]!;
    if (character === '\\') at++;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return json.length;
}

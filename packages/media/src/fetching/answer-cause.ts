import type { Cause } from '../terms/cause.ts';

/** What an answer means for a file. */
export type AnswerMeaning =
  | { readonly is: 'file' }
  | { readonly is: 'trouble' }
  | { readonly is: 'lost'; readonly cause: Cause; readonly detail: string };

interface Answer {
  readonly status: number;
  /** Whether the address has a signature, and when the signature ends, in UNIX seconds. */
  readonly isSigned: boolean;
  readonly expiresAt: number | undefined;
  /** UNIX seconds at the host. */
  readonly now: number;
  readonly hadKey: boolean;
}

/** Decides by the status of an answer. Its bytes are checked when they are read. */
export function meaningOf(answer: Answer): AnswerMeaning {
  const { status, isSigned, expiresAt, now, hadKey } = answer;
  if (status === 200 || status === 206) return { is: 'file' };
  if (status === 408 || status === 425 || status === 429 || status >= 500) return { is: 'trouble' };
  const isOver = expiresAt !== undefined && expiresAt <= now;
  if (status >= 400 && isOver)
    return lost('expired', `the signature ended ${new Date(expiresAt * 1000).toISOString()}`);
  if (status === 404 || status === 410) return lost('gone', `its host answers ${status}`);
  if (status === 401 || status === 403 || status === 407) {
    if (hadKey) return lost('needs-key', `its host answers ${status} to the given headers`);
    return lost(
      'needs-key',
      isSigned
        ? `its host answers ${status} to the signature`
        : `its host answers ${status} without a token or cookie`,
    );
  }
  return lost('refused', `its host answers ${status}`);
}

function lost(cause: Cause, detail: string): AnswerMeaning {
  return { is: 'lost', cause, detail };
}

/** Whether an answer is a page where a file was expected: pages that ask for a login answer 200. */
export function isUnexpectedPage(
  type: string,
  head: Uint8Array,
  expected: { readonly name: string | null; readonly mimeType: string | null },
): boolean {
  if (/html/i.test(expected.mimeType ?? '') || /\.x?html?$/i.test(expected.name ?? ''))
    return false;
  if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return true;
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 512)).toString(
    'latin1',
  );
  return /^(?:\xef\xbb\xbf)?\s*(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(text);
}

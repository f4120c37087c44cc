/** Whether a key is an id that the Realtime Database, Firestore or Firebase Authentication generated: 20 or 28 characters without a meaning. */
export function isGeneratedId(key: string): boolean {
  if (/^-[\w-]{19}$/.test(key)) return true;
  const isLong = /^(?:[A-Za-z\d]{20}|[A-Za-z\d]{28})$/.test(key);
  return isLong && /[A-Z]/.test(key) && /[a-z]/.test(key) && /\d/.test(key);
}

/** Whether a key is a push id, which contains a time. */
export function isPushId(key: string): boolean {
  return /^-[\w-]{19}$/.test(key);
}

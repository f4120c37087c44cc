/** The format of a file's rows. The compression is detected in the bytes. */
export const formats = ['csv', 'json', 'ndjson', 'bson', 'mongo-archive'] as const;

export type Format = (typeof formats)[number];

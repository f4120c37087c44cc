/** Why a row that belongs to no kind of its file is filtered. */
export const NO_KIND = 'no kind takes the row';

/** Why a row that repeats the names of the columns is filtered: several files were put together. */
export const HEADER_AGAIN = 'the row repeats the header';

/** Why a row of a map of users is filtered: its value is false, so the user is not a member. */
export const NO_MEMBER = 'the value under the user is false';

/** Why a row is filtered that belongs to no kind of its file. */
export const NO_KIND = 'no kind takes the row';

/** Why a row is filtered that has the names of the columns once more: several files were put together. */
export const HEADER_AGAIN = 'the row repeats the header';

/** Why a row is filtered that says of a user of a map that the user is no member. */
export const NO_MEMBER = 'the value under the user is false';

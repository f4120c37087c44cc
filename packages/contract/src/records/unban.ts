import { z } from 'zod';
import { id } from './fields.ts';

/**
 * A ban that is to be lifted, so that the user can be a member again. Source: chat API,
 * `DELETE /groups/{guid}/bannedusers/{uid}`.
 */
export const unbanRecord = z.strictObject({ memberId: z.string(), guid: id, uid: id });

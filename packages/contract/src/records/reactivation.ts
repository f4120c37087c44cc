import { z } from 'zod';
import { id } from './fields.ts';

/** A user who is deactivated in the app and is to be active again. Source: chat API, `PUT /users`. */
export const reactivationRecord = z.strictObject({ uid: id });

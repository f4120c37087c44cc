import { ApiError, type Attempt, type Client, NeverLeft } from '@chatferry/client';
import type { Lease } from '../job/lease.ts';
import type { StopController } from '../job/stop-controller.ts';
import type { LeaveBy } from '../pacing/leave-by.ts';
import type { RouteRequest } from '../routes/route.ts';

/** Sends a request once, if it can leave in time. */
export type Attempting = (
  request: RouteRequest,
  leaveBy: LeaveBy,
) => Promise<Attempt | ApiError | 'never-left'>;

/** @param lease the right to send: without it nothing leaves */
export function attempting(
  client: Client,
  { now: signal }: StopController,
  lease: Lease | undefined,
): Attempting {
  return async ({ operation, body, parse, path, onBehalfOf }, leaveBy) => {
    const mayLeave = (): boolean => !leaveBy.isOver && lease?.lost.aborted !== true;
    try {
      return await client.attempt(operation, {
        signal,
        mayLeave,
        ...(body === undefined ? {} : { bodyBytes: body }),
        ...(parse === undefined ? {} : { parse }),
        ...(path === undefined ? {} : { path }),
        ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
      });
    } catch (error) {
      if (error instanceof ApiError) return error;
      if (error instanceof NeverLeft) return 'never-left';
      throw error;
    }
  };
}

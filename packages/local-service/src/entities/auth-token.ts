import { parsed, present } from './present.ts';

export interface AuthTokenRow {
  readonly auth_token: string;
  readonly uid: string;
  readonly platform: string | null;
  readonly device_id: string | null;
  readonly user_agent: string | null;
  readonly app_info: string | null;
  readonly created_at: number;
}

export function authTokenEntity(row: AuthTokenRow): Record<string, unknown> {
  return present({
    uid: row.uid,
    authToken: row.auth_token,
    platform: row.platform,
    deviceId: row.device_id,
    userAgent: row.user_agent,
    appInfo: parsed(row.app_info),
    createdAt: row.created_at,
  });
}

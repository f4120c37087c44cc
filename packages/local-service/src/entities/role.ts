import { parsed, present } from './present.ts';

export interface RoleRow {
  readonly role: string;
  readonly name: string;
  readonly description: string | null;
  readonly metadata: string | null;
  readonly settings: string | null;
  readonly created_at: number;
  readonly updated_at: number | null;
}

export function roleEntity(row: RoleRow): Record<string, unknown> {
  return present({
    role: row.role,
    name: row.name,
    description: row.description,
    metadata: parsed(row.metadata),
    settings: parsed(row.settings),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}

import type { Handlers } from '../../calls/call.ts';
import { existingRole } from '../../storage/roles.ts';
import { applied, type ObjectResult } from '../done.ts';
import { pageOf } from '../../lists/paging.ts';

interface FeatureRow {
  readonly feature: string;
  readonly created_at: number;
}

/** Restrictions are stored and returned, not enforced: their effect on calls is not documented. */
export const restrictedFeatureHandlers = {
  'roles.restrictedFeatures.restrict': ({ path, body, store }) => {
    const { role } = existingRole(store, path.role);
    const outcomes: Record<string, ObjectResult> = {};
    for (const feature of body.featuresToRestrict) {
      store.run(
        `INSERT INTO restricted_features (role, feature, created_at) VALUES (?, ?, ?)
         ON CONFLICT DO NOTHING`,
        role,
        feature,
        store.seconds(),
      );
      outcomes[feature] = { success: true, message: `${feature} is restricted for ${role}.` };
    }
    return { data: outcomes };
  },

  'roles.restrictedFeatures.list': ({ path, query, store }) => {
    const { role } = existingRole(store, path.role);
    const { rows, pagination } = pageOf<FeatureRow>(
      store,
      { from: 'FROM restricted_features WHERE role = ?', orderBy: 'feature', values: [role] },
      query,
    );
    const data = rows.map((row) => ({
      key: row.feature,
      title: titleOf(row.feature),
      description: `Users of the role ${role} cannot use ${row.feature}.`,
      createdAt: row.created_at,
    }));
    return { data, meta: { pagination } };
  },

  'roles.restrictedFeatures.allow': ({ path, body, store }) => {
    const { role } = existingRole(store, path.role);
    store.run(
      `DELETE FROM restricted_features WHERE role = ?
       AND (? OR feature IN (SELECT value FROM json_each(?)))`,
      role,
      body.allowAll === true ? 1 : 0,
      JSON.stringify(body.featuresToAllow ?? []),
    );
    return applied(`The features are allowed for ${role}.`);
  },
} satisfies Handlers;

/** `u.listUsers` becomes "List Users". */
function titleOf(feature: string): string {
  const words = feature.replace(/^u\./, '').replaceAll(/(?=[A-Z])/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

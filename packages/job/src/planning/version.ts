import packageJson from '../../package.json' with { type: 'json' };

/** The version that plans and reports name. */
export const version: string = packageJson.version;

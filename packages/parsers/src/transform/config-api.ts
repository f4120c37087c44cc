// What a configuration in code gets from `chatferry`, wherever that is installed. The types are those of the package.

export { serviceId } from '@chatferry/contract';

export function defineConfig<Config>(config: Config): Config {
  return config;
}

// What a configuration in code can import from `chatferry`, wherever the package is installed. The types come from the package.

export { serviceId } from '@chatferry/contract';

export function defineConfig<Config>(config: Config): Config {
  return config;
}

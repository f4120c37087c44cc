/** The used part of Eleventy, which has no types of its own. */
declare module '@11ty/eleventy' {
  interface Configuration {
    addTemplate: (name: string, content: string, data: object) => void;
    addPassthroughCopy: (from: Record<string, string>) => void;
    addTransform: (
      name: string,
      transform: (this: { page: { inputPath: string; url: string } }, content: string) => string,
    ) => void;
    amendLibrary: (extension: string, amend: (library: unknown) => void) => void;
    setUseGitIgnore: (isUsed: boolean) => void;
  }

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        readonly quietMode?: boolean;
        readonly configPath?: null;
        readonly config?: (configuration: Configuration) => void;
      },
    );
    disableLogger(): void;
    write(): Promise<void>;
  }
}

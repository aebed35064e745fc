declare module 'js-beautify' {
  type Option = string | number | boolean | readonly string[]
  type Options = Readonly<Record<string, Option | Readonly<Record<string, Option>>>>
  const beautify: {
    js(source: string, options?: Options): string
    css(source: string, options?: Options): string
    html(
      source: string,
      options?: Options,
      js?: (source: string, options?: Options) => string,
      css?: (source: string) => string,
    ): string
  }
  export default beautify
}

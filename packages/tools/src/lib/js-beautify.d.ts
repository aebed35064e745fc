declare module 'js-beautify' {
  type Options = Readonly<Record<string, string | number | boolean | readonly string[]>>
  const beautify: {
    js(source: string, options?: Options): string
    css(source: string, options?: Options): string
    html(source: string, options?: Options): string
  }
  export default beautify
}

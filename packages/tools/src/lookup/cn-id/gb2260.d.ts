declare module 'gb2260/lib/*.json' {
  /** Six digits → name. */
  const names: Readonly<Record<string, string>>
  export default names
}

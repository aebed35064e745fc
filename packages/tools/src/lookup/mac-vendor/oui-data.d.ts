declare module 'oui-data' {
  /** Six, seven or nine capital hexadecimal digits → name, street, town and country on lines of their own. */
  const registry: Readonly<Record<string, string>>
  export default registry
}

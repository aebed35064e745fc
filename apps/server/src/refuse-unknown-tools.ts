import { ConfigError } from './config.ts'

/** A tool that is to be off but is misspelt would stay on. Throws {@link ConfigError}. */
export function refuseUnknownTools(disabled: readonly string[], tools: readonly { readonly id: string }[]): void {
  const known = new Set(tools.map(({ id }) => id))
  const unknown = disabled.filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new ConfigError(
      `OCTET_CONFIG: disabledTools: expected ids of tools, as octet tool lists them, got ${unknown.join(', ')}`,
    )
}

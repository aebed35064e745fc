/** A port as the tool gives it, one row for each transport. */
export type PortRow = {
  readonly port: number
  readonly protocol: string
  readonly service: string
  readonly description: string
  readonly practice: string
}

/** One thing that listens at a port, over one transport or several. */
export type PortEntry = Omit<PortRow, 'protocol'> & { readonly protocols: readonly string[] }

/** Rows of one port and service become one entry, in the order of the rows. */
export function toPortEntries(rows: readonly PortRow[]): PortEntry[] {
  const entries = new Map<string, PortEntry>()
  for (const { protocol, ...row } of rows) {
    const key = `${row.port} ${row.service}`
    const known = entries.get(key)
    entries.set(
      key,
      known
        ? { ...known, protocols: [...known.protocols, protocol], practice: joinWords(known.practice, row.practice) }
        : { ...row, protocols: [protocol] },
    )
  }
  return [...entries.values()]
}

const joinWords = (a: string, b: string) => [...new Set([a, b].filter(Boolean))].join(' · ')

/** Which part of the numbers a port is of (RFC 6335 §6). */
export const toPortRange = (port: number): 'system' | 'user' | 'dynamic' =>
  port < 1024 ? 'system' : port < 49_152 ? 'user' : 'dynamic'

/** What is met every day, as `443/tcp` → words, with the transports of one number and use together. */
export function toCommonPorts(common: Readonly<Record<string, string>>): PortEntry[] {
  return toPortEntries(
    Object.entries(common).map(([key, practice]) => {
      const [port, protocol = ''] = key.split('/')
      return { port: Number(port), protocol, service: '', description: '', practice }
    }),
  )
}

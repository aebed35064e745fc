/** A part of an address space, by its share of the whole in 1/10,000. */
export type BarPart = {
  readonly network: string
  readonly name: string
  readonly start: number
  readonly width: number
  readonly isFree: boolean
}

type Network = { readonly network: string; readonly name?: string }

const SCALE = 10_000

/** Where networks lie in a larger one. Networks outside it are left out; each is at least a hair wide. */
export function toBarParts(whole: string, networks: readonly Network[], free: readonly string[] = []): BarPart[] {
  const space = readCidr(whole)
  if (!space) return []
  const all = [
    ...networks.map(({ network, name = '' }) => ({ network, name, isFree: false })),
    ...free.map((network) => ({ network, name: '', isFree: true })),
  ]
  return all
    .flatMap((part) => {
      const place = readCidr(part.network)
      if (!place || place.first < space.first || place.size > space.size) return []
      const start = Number(((place.first - space.first) * BigInt(SCALE)) / space.size)
      const width = Math.max(1, Number((place.size * BigInt(SCALE)) / space.size))
      return start < SCALE ? [{ ...part, start, width }] : []
    })
    .sort((a, b) => a.start - b.start)
}

/** First address and size of a network in CIDR notation; undefined for anything else. */
export function readCidr(text: string): { first: bigint; size: bigint } | undefined {
  const [address = '', length = ''] = text.split('/')
  const isV6 = address.includes(':')
  const value = isV6 ? readV6(address) : readV4(address)
  const prefix = Number(length)
  const bits = isV6 ? 128 : 32
  if (value === undefined || length === '' || !(prefix >= 0 && prefix <= bits)) return undefined
  return { first: value, size: 1n << BigInt(bits - prefix) }
}

function readV4(text: string): bigint | undefined {
  const parts = text.split('.').map(Number)
  return parts.length === 4 && parts.every((part) => part >= 0 && part < 256)
    ? parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
    : undefined
}

function readV6(text: string): bigint | undefined {
  const [head = '', tail, more] = text.split('::')
  if (more !== undefined) return undefined
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  if (groups.length !== 8 || groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

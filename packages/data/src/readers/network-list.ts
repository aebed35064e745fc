import type { IpVersion } from '@octet/core/ip/address.ts'
import { parseIpv4 } from '@octet/core/ip/ipv4.ts'
import { parseIpv6Words } from '@octet/core/ip/ipv6.ts'
import type { LayerStream } from '../layer.ts'
import { RangeList } from './range-list.ts'

const ALL_ONES = 0xffff_ffff
/** No registry gives out a shorter prefix than these to anyone. */
const WIDEST: Readonly<Record<IpVersion, number>> = { 4: 8, 6: 16 }

/** Networks of both families with a value each, in any order. */
export class NetworkList<Value> {
  readonly #lists: Readonly<Record<IpVersion, RangeList>> = { 4: new RangeList(4), 6: new RangeList(6) }
  readonly #values: Value[] = []
  readonly #numbers = new Map<string, number>()
  readonly #first = new Uint32Array(4)
  readonly #last = new Uint32Array(4)

  /**
   * Adds an address or a network in CIDR notation. Networks with equal keys share the value made for the first of them.
   *
   * @returns false when the text is neither, has bits set behind its prefix, or is wider than any network there is: feeds
   * hold slips of the pen such as `206.163.25.0/2`, which would take in a quarter of all addresses
   */
  add(text: string, key: string, toValue: () => Value): boolean {
    const version = this.#readNetwork(text)
    if (version === undefined) return false
    let number = this.#numbers.get(key)
    if (number === undefined) this.#numbers.set(key, (number = this.#values.push(toValue())))
    this.#lists[version].push(this.#first, this.#last, number)
    return true
  }

  /** IPv4, then IPv6; a family without networks is left out. */
  *toStreams(): Generator<LayerStream<Value>> {
    for (const version of [4, 6] as const)
      if (this.#lists[version].rows > 0)
        yield Object.assign(
          this.#lists[version].toStream((value) => this.#values[value - 1]!),
          { values: this.#values },
        )
  }

  #readNetwork(text: string): IpVersion | undefined {
    const slash = text.indexOf('/')
    const address = slash < 0 ? text : text.slice(0, slash)
    const version = this.#readAddress(address)
    if (version === undefined) return undefined
    const bits = version === 4 ? 32 : 128
    const digits = slash < 0 ? String(bits) : text.slice(slash + 1)
    const prefix = /^\d{1,3}$/.test(digits) ? Number(digits) : bits + 1
    if (prefix > bits || prefix < WIDEST[version]) return undefined
    for (let word = 0; word < bits / 32; word++) {
      const fixed = Math.max(0, Math.min(32, prefix - 32 * word))
      const mask = fixed === 0 ? 0 : (ALL_ONES << (32 - fixed)) >>> 0
      if ((this.#first[word]! & ~mask) !== 0) return undefined
      this.#last[word] = this.#first[word]! | (~mask >>> 0)
    }
    return version
  }

  #readAddress(text: string): IpVersion | undefined {
    if (text.includes(':')) return parseIpv6Words(text, this.#first) ? 6 : undefined
    const number = parseIpv4(text)
    if (!(number >= 0)) return undefined
    this.#first.set([number, 0, 0, 0])
    return 4
  }
}

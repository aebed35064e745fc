import type { IpVersion } from '@octet/core/ip/address.ts'
import { toRange } from '@octet/core/ip/range.ts'
import { SPECIAL_BLOCKS, type SpecialNetwork } from '@octet/core/ip/special.ts'
import type { LayerStream } from '../layer.ts'
import { RangeList } from '../readers/range-list.ts'

/** The blocks set aside by the IANA, above every other layer. Their numbers begin at 1. */
export class SpecialLayer {
  readonly blocks: readonly SpecialNetwork[] = SPECIAL_BLOCKS

  stream(version: IpVersion): LayerStream<SpecialNetwork> {
    const list = new RangeList(version)
    for (const [at, { network }] of this.blocks.entries()) {
      if (network.version !== version) continue
      const { first, last } = toRange(network)
      list.push(toWords(first, version), toWords(last, version), at + 1)
    }
    return list.toStream((value) => this.blocks[value - 1]!)
  }

  isReachable(block: number): boolean {
    return this.blocks[block - 1]!.global
  }
}

/** An address as four 32-bit words; IPv4 lives in the first. */
export function toWords(value: bigint, version: IpVersion): Uint32Array {
  if (version === 4) return Uint32Array.of(Number(value), 0, 0, 0)
  return Uint32Array.from([96n, 64n, 32n, 0n], (shift) => Number((value >> shift) & 0xffff_ffffn))
}

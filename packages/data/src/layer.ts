import type { IpVersion } from '@octet/core/ip/address.ts'
import { defineSource, type Source } from '@octet/core/source.ts'
import type { Text } from '@octet/core/text.ts'

/** Where a range lies, as one source says it. Empty strings and undefined mean that it does not say. */
export type PlaceValue = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly region?: string | undefined
  readonly city?: string | undefined
  /** ISO 3166-2 code of the region, where the source has no name for it. */
  readonly regionCode?: string | undefined
  readonly regionZh?: string | undefined
  readonly cityZh?: string | undefined
  /** Degrees, WGS 84. */
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
  /** Town whose coordinates stand for the place when it has none of its own; the city unless given. */
  readonly town?: string | undefined
  readonly zip?: string | undefined
  /** Kilometres within which about two thirds of the addresses lie. */
  readonly radiusKm?: number | undefined
  readonly isp?: Text | undefined
}

/** The network that announces a range. */
export type AsnValue = { readonly asn: number; readonly name: string; readonly domain?: string | undefined }

/** Bits of FLAGS (ipdb/meta.ts) that hold in a range. */
export type FlagValue = { readonly flags: number }

/** What a layer of each kind says about a range. */
export type LayerValues = {
  /** Place of an address; the highest precedence that says something wins. */
  location: PlaceValue
  /** Country of use by registry data: breaks ties between location and registration (merge/decide.ts). */
  country: { readonly country: string }
  /** Country in which a network is registered. */
  registration: { readonly country: string }
  /** Province, city and provider inside one country, used where the decided country is the same. */
  national: PlaceValue
  asn: AsnValue
  flags: FlagValue
}
export type LayerKind = keyof LayerValues

/**
 * One layer of one family as a step function over the addresses: `next` moves to the following boundary, from which
 * `value` holds. Values are numbers of the layer's own; 0 says nothing; `describe` tells what a number means.
 * Boundaries ascend strictly. Addresses are four 32-bit words; IPv4 uses the first and leaves the others 0.
 */
export interface LayerStream<Value> {
  readonly version: IpVersion
  /** Writes the boundary's words to `into` at `at`; false when there is none left. */
  next(into: Uint32Array, at: number): boolean
  readonly value: number
  describe(value: number): Value
  /** Everything the layer can say, where it holds it anyway. */
  readonly values?: readonly Value[]
  /** Rows of the source read so far. */
  readonly rows: number
}

/** A source that feeds the range table: `parse` yields one stream per family. */
export type LayerSourceOf<Kind extends LayerKind> = Source<Kind, LayerStream<LayerValues[Kind]>>
/** The union over all kinds. */
export type AnyLayerSource = { [Kind in LayerKind]: LayerSourceOf<Kind> }[LayerKind]

/** Declares a source of ranges. */
export function defineLayer<const Kind extends LayerKind>(source: LayerSourceOf<Kind>): LayerSourceOf<Kind> {
  return defineSource(source)
}

import type { Text } from '@octet/core/text.ts'
import type { Ipdb } from '../ipdb.ts'
import type { MmdbMap } from './mmdb/value.ts'

export const PRODUCT_IDS = ['geolocation', 'privacy', 'asn', 'lite'] as const
export type ProductId = (typeof PRODUCT_IDS)[number]

/** A field of the flat layouts. `texts` is a list: an array in JSON and MMDB, words with spaces between elsewhere. */
export type Column = {
  readonly name: string
  readonly type: 'text' | 'texts' | 'boolean' | 'uint16' | 'uint32' | 'int32' | 'double'
  readonly description: Text
}

export type Cell = string | number | boolean | null | readonly string[]

/** What is sold as one database: which part of a record it holds, flat as columns and nested as others' clients read it. */
export type Product = {
  readonly id: ProductId
  readonly title: Text
  readonly summary: Text
  readonly columns: readonly Column[]
  /** MMDB type names; `compatible` holds another's mark and is used only where the operator asks for it. */
  readonly types: { readonly nested: string; readonly compatible: string; readonly flat: string }
  /** Columns of the CSV of blocks, where others' readers expect other ones than the flat layout has. */
  readonly blockColumns?: readonly Column[]
  /** Whether the CSV of blocks names places, which are files of their own. */
  readonly hasPlaces?: boolean
  /** Paths of the nested layout, for the documentation. */
  readonly nestedFields: readonly string[]
  open(db: Ipdb): ProductReader
}

/** The values of a product in one database. */
export type ProductReader = {
  /** By record of the database, the number of its value; 0 where the product says nothing. */
  readonly values: Int32Array
  /** How many values there are; they are numbered from 1. */
  readonly size: number
  /** The cells of a value, in the order of the columns. */
  read(value: number): readonly Cell[]
  /** The cells of a value in a CSV of blocks, where the product has columns for it. */
  readBlock?(value: number): readonly Cell[]
  /** A value as the nested layout has it; what values share is one object. */
  nest(value: number): MmdbMap
  /** Where the CSV of blocks names a place by number: the places. */
  readonly locations?: LocationTable
}

/** Places that blocks refer to. */
export type LocationTable = {
  /** The place of a value, numbered from 1. */
  readonly locationOf: Int32Array
  readonly size: number
  readonly columns: readonly string[]
  /** The cells of a place in a language, behind its number. */
  read(location: number, locale: 'en' | 'zh-CN'): readonly Cell[]
  /** Columns of a block behind its network and place. */
  readonly blockColumns: readonly string[]
  readBlock(value: number): readonly Cell[]
}

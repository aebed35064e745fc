/** A number with the type it is stored in: readers in typed languages fail on another one. */
export class MmdbNumber {
  readonly type: 'uint16' | 'uint32' | 'uint64' | 'int32' | 'double'
  readonly value: number

  constructor(type: MmdbNumber['type'], value: number) {
    this.type = type
    this.value = value
  }
}

export const uint16 = (value: number) => new MmdbNumber('uint16', value)
export const uint32 = (value: number) => new MmdbNumber('uint32', value)
export const uint64 = (value: number) => new MmdbNumber('uint64', value)
export const int32 = (value: number) => new MmdbNumber('int32', value)
export const double = (value: number) => new MmdbNumber('double', value)

/** What a record may hold. Absent values have no key: the format knows no null. */
export type MmdbValue = string | boolean | MmdbNumber | readonly MmdbValue[] | MmdbMap
export type MmdbMap = { readonly [key: string]: MmdbValue }

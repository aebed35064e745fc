/**
 * An array whose values are read when they are asked for, for code that takes arrays of numbers and asks for few of them.
 * It has a length, values, and parts (`subarray`); whatever else an array can do, most of all its memory, it refuses.
 */
export function toAskedArray<T extends NumberArray>(make: (values: Iterable<number>) => T, { length, read }: AskedValues): T {
  const handler: ProxyHandler<T> = {
    get(_target, key) {
      const index = typeof key === 'string' ? Number(key) : Number.NaN
      if (Number.isInteger(index)) return index >= 0 && index < length ? read(index) : undefined
      if (key === 'length') return length
      if (key === 'subarray')
        return (from: number, to: number) => make(Array.from({ length: to - from }, (_, at) => read(from + at)))
      throw new TypeError(`${String(key)} of an array whose values are read when they are asked for`)
    },
  }
  return new Proxy(make([]), handler)
}

type NumberArray = Uint32Array | Int32Array | Uint8Array

export type AskedValues = {
  readonly length: number
  /** The value of a place in the array. */
  read(index: number): number
}

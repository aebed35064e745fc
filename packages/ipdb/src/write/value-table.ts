/** Numbers the distinct keys of a database's records, from 1; key 0 is none. One record stands for each. */
export class ValueTable {
  /** By record. */
  readonly values: Int32Array
  /** By value: the first record that has it; entry 0 is unused. */
  readonly records: readonly number[]

  constructor(recordCount: number, keyOf: (record: number) => number) {
    const values = new Int32Array(recordCount)
    const records = [0]
    const numbers = new Map<number, number>()
    for (let record = 0; record < recordCount; record++) {
      const key = keyOf(record)
      if (key === 0) continue
      let value = numbers.get(key)
      if (value === undefined) {
        numbers.set(key, (value = records.length))
        records.push(record)
      }
      values[record] = value
    }
    this.values = values
    this.records = records
  }

  get size(): number {
    return this.records.length - 1
  }
}

/** Gives the same object for the same key. */
export function cached<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) made.set(key, (value = make(key)))
    return value
  }
}

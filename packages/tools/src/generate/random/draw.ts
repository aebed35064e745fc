/** Strong random bytes, as a host gives them. */
export type RandomBytes = (sizeBytes: number) => Uint8Array

/** A whole number from 0 to `limit` − 1, each equally likely: draws above the last whole multiple are thrown away. */
export function drawBelow(limit: bigint, random: RandomBytes): bigint {
  const bits = (limit - 1n).toString(2).length
  const sizeBytes = Math.max(1, Math.ceil(bits / 8))
  const mask = (1n << BigInt(bits)) - 1n
  for (;;) {
    const value = random(sizeBytes).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) & mask
    if (value < limit) return value
  }
}

/** Whole numbers from low to high, both included; without repeats when asked. */
export function drawNumbers(
  { low, high, count, isUnique }: { low: bigint; high: bigint; count: number; isUnique: boolean },
  random: RandomBytes,
): bigint[] {
  const size = high - low + 1n
  if (!isUnique) return Array.from({ length: count }, () => low + drawBelow(size, random))
  // Floyd's sampling: as many draws as numbers, however large the range is.
  const chosen = new Set<bigint>()
  for (let top = size - BigInt(count); top < size; top++) {
    const value = drawBelow(top + 1n, random)
    chosen.add(chosen.has(value) ? top : value)
  }
  return shuffle([...chosen], random).map((value) => low + value)
}

/** Every order equally likely (Fisher–Yates). */
export function shuffle<T>(items: readonly T[], random: RandomBytes): T[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Number(drawBelow(BigInt(at + 1), random))
    ;[mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!]
  }
  return mixed
}

/** Bits of the exponent taken at once. */
const WINDOW = 5

/** A power modulo a number, of a base and an exponent that are not negative. */
export function powMod(base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (modulus === 1n) return 0n
  const bits = exponent.toString(2)
  const start = base % modulus
  if (bits.length <= 64) return powBits(start, bits, modulus)
  const table = [1n]
  for (let i = 1; i < 1 << WINDOW; i++) table.push((table[i - 1]! * start) % modulus)
  const whole = bits.padStart(Math.ceil(bits.length / WINDOW) * WINDOW, '0')
  let result = 1n
  for (let at = 0; at < whole.length; at += WINDOW) {
    for (let i = 0; i < WINDOW; i++) result = (result * result) % modulus
    const digit = Number.parseInt(whole.slice(at, at + WINDOW), 2)
    if (digit) result = (result * table[digit]!) % modulus
  }
  return result
}

function powBits(base: bigint, bits: string, modulus: bigint): bigint {
  let result = 1n
  for (const bit of bits) {
    result = (result * result) % modulus
    if (bit === '1') result = (result * base) % modulus
  }
  return result
}

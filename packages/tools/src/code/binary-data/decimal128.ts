const [EXPONENT_BIAS, MOST] = [6176, 10n ** 34n - 1n]

/** 128 bits of IEEE 754 decimal in the binary coding, as the decimal specification of BSON writes them. */
export function toDecimal128Text(bits: bigint): string {
  const sign = bits >> 127n ? '-' : ''
  const combination = Number((bits >> 122n) & 0x1fn)
  if (combination === 0x1f) return 'NaN'
  if (combination === 0x1e) return `${sign}Infinity`
  // With both of the first two bits set, the digits would be more than 34, and count as none.
  const isLarge = combination >> 3 === 3
  const exponent = Number((bits >> (isLarge ? 111n : 113n)) & 0x3fffn) - EXPONENT_BIAS
  const read = isLarge ? 0n : bits & ((1n << 113n) - 1n)
  return sign + toScientific(String(read > MOST ? 0n : read), exponent)
}

/** Digits with a power of ten, with a point where that is not longer by more than six zeros. */
function toScientific(digits: string, exponent: number): string {
  const first = digits.length - 1 + exponent
  if (exponent > 0 || first < -6) {
    const rest = digits.slice(1)
    return `${digits[0]}${rest && `.${rest}`}E${first < 0 ? '' : '+'}${first}`
  }
  if (exponent === 0) return digits
  const padded = digits.padStart(1 - exponent, '0')
  return `${padded.slice(0, exponent)}.${padded.slice(exponent)}`
}

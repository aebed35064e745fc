/** MD2 (RFC 1319), fed piece by piece. */
export function createMd2(): { update(data: Uint8Array): void; digest(): Uint8Array } {
  const state = new Uint8Array(48)
  const checksum = new Uint8Array(16)
  const block = new Uint8Array(16)
  let held = 0
  let last = 0
  const take = () => {
    for (let i = 0; i < 16; i++) last = checksum[i] = (checksum[i] ?? 0) ^ (SUBSTITUTES[(block[i] ?? 0) ^ last] ?? 0)
    mix(state, block)
    held = 0
  }
  return {
    update(data) {
      for (const byte of data) {
        block[held++] = byte
        if (held === 16) take()
      }
    },
    digest() {
      block.fill(16 - held, held)
      take()
      mix(state, checksum)
      return state.slice(0, 16)
    },
  }
}

const SUBSTITUTES = createSubstitutes()

function mix(state: Uint8Array, block: Uint8Array): void {
  for (let i = 0; i < 16; i++) {
    const byte = block[i]!
    state[16 + i] = byte
    state[32 + i] = byte ^ state[i]!
  }
  const table = SUBSTITUTES
  let last = 0
  for (let round = 0; round < 18; round++) {
    for (let i = 0; i < 48; i++) {
      last = state[i]! ^ table[last]!
      state[i] = last
    }
    last = (last + round) & 0xff
  }
}

/** The table comes from the digits of pi (RFC 1319 §3.2): they choose the swaps of a shuffle of 0–255. */
function createSubstitutes(): Uint8Array {
  const digits = listPiDigits(760)
  let at = 0
  const draw = (bound: number): number => {
    const width = bound > 100 ? 3 : bound > 10 ? 2 : 1
    const drawn = Number(digits.slice(at, (at += width)))
    return drawn < bound * Math.floor(10 ** width / bound) ? drawn % bound : draw(bound)
  }
  const table = Uint8Array.from({ length: 256 }, (_, i) => i)
  for (let count = 2; count <= 256; count++) {
    const chosen = draw(count)
    const swapped = table[chosen] ?? 0
    table[chosen] = table[count - 1] ?? 0
    table[count - 1] = swapped
  }
  return table
}

/** Decimal digits of pi by Machin's formula. */
function listPiDigits(count: number): string {
  const unit = 10n ** BigInt(count + 10)
  const pi = 16n * toArctan(5n, unit) - 4n * toArctan(239n, unit)
  return pi.toString().slice(0, count)
}

function toArctan(inverse: bigint, unit: bigint): bigint {
  let power = unit / inverse
  let sum = power
  for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
    power /= inverse * inverse
    sum += (sign * power) / n
  }
  return sum
}

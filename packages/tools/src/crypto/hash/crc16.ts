/** Parameters of a CRC with 16 bits, as Rocksoft's model names them. */
export type Crc16 = {
  readonly polynomial: number
  readonly initial: number
  readonly isReflected: boolean
  readonly xorOut: number
}

/** The CRC-16s in daily use, by their names in the CRC catalogue. */
export const CRC16 = {
  'crc16-arc': { polynomial: 0x8005, initial: 0, isReflected: true, xorOut: 0 },
  'crc16-modbus': { polynomial: 0x8005, initial: 0xffff, isReflected: true, xorOut: 0 },
  'crc16-ccitt': { polynomial: 0x1021, initial: 0xffff, isReflected: false, xorOut: 0 },
  'crc16-xmodem': { polynomial: 0x1021, initial: 0, isReflected: false, xorOut: 0 },
  'crc16-kermit': { polynomial: 0x1021, initial: 0, isReflected: true, xorOut: 0 },
  'crc16-x25': { polynomial: 0x1021, initial: 0xffff, isReflected: true, xorOut: 0xffff },
} as const satisfies Record<string, Crc16>

/** A CRC-16 fed piece by piece. */
export function createCrc16({ polynomial, initial, isReflected, xorOut }: Crc16): {
  update(data: Uint8Array): void
  digest(): Uint8Array
} {
  const table = isReflected ? createLowTable(polynomial) : createHighTable(polynomial)
  let crc = initial
  return {
    update(data) {
      let value = crc
      if (isReflected) for (let i = 0; i < data.length; i++) value = table[(value ^ data[i]!) & 0xff]! ^ (value >> 8)
      else for (let i = 0; i < data.length; i++) value = (table[((value >> 8) ^ data[i]!) & 0xff]! ^ (value << 8)) & 0xffff
      crc = value
    },
    digest() {
      const value = crc ^ xorOut
      return Uint8Array.of(value >> 8, value & 0xff)
    },
  }
}

function createHighTable(polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << 8
    for (let bit = 0; bit < 8; bit++) value = value & 0x8000 ? (value << 1) ^ polynomial : value << 1
    return value & 0xffff
  })
}

function createLowTable(polynomial: number): Uint16Array {
  let reversed = 0
  for (let bit = 0; bit < 16; bit++) if (polynomial & (1 << bit)) reversed |= 1 << (15 - bit)
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ reversed : value >> 1
    return value
  })
}

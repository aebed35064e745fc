import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { toHex } from '../../lib/bytes.ts'
import { readMac } from '../../lib/mac.ts'

/**
 * The payload of a magic packet: six bytes of ones, the address sixteen times, then the password (AMD, Magic Packet
 * Technology, 1995; §3). `mac` and `password` in hexadecimal digits; result likewise, 102 to 108 bytes.
 */
export function toMagicPacket(mac: string, password = ''): string {
  return 'f'.repeat(12) + mac.repeat(16) + password
}

/**
 * A SecureOn password in hexadecimal digits: six bytes written like a MAC address, four like an IPv4 address or as eight
 * digits; empty for none. Throws `bad_input`.
 */
export function parsePassword(text: string): string {
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return ''
  const octets = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(plain)?.slice(1).map(Number)
  if (octets?.every((octet) => octet < 256)) return toHex(Uint8Array.from(octets))
  const digits = plain.replaceAll(/[-:]/g, '').toLowerCase()
  if (/^(?:[\da-f]{8}|[\da-f]{12})$/.test(digits)) return digits
  throw new AppError('bad_input', {
    field: 'password',
    expected: {
      en: 'a password of 6 bytes (aa:bb:cc:dd:ee:ff) or 4 (192.0.2.1)',
      zh: '6 字节（aa:bb:cc:dd:ee:ff）或 4 字节（192.0.2.1）的密码',
    },
    got: { en: countOf([...plain].length, 'character'), zh: `${[...plain].length} 个字符` },
  })
}

/** The address of one network card, as 12 digits. Throws `bad_input` for groups and for EUI-64, which no card sleeps under. */
export function readCard(text: string): string {
  const mac = readMac(text)
  if (mac.length === 12 && !(Number.parseInt(mac.slice(0, 2), 16) & 1)) return mac
  throw new AppError('bad_input', {
    field: 'text',
    expected: {
      en: 'the MAC address of one network card: 12 digits, not multicast',
      zh: '单个网卡的 MAC 地址：12 位十六进制，且非组播',
    },
    got: text.slice(0, 60),
  })
}

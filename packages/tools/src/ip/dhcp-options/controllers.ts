import { parseIpv4 } from '@octet/core/ip/ipv4.ts'
import type { Text } from '@octet/core/text.ts'

/** How access points of a make are told their controllers (option 43); some want their own class (option 60) answered, too. */
type Controller = {
  readonly title: Text | string
  /** The vendor class that their access points send, by which a server tells them apart. */
  readonly vendorClass?: string
  readonly write: (addresses: readonly string[]) => readonly number[]
}

/** The bytes of IPv4 addresses, four each. */
export const toBytes = (addresses: readonly string[]): number[] =>
  addresses.flatMap((address) => {
    const value = parseIpv4(address)
    return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
  })
const toLetters = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0))
const part = (type: number, data: readonly number[]): number[] => [type, data.length, ...data]

export const CONTROLLERS = {
  cisco: { title: 'Cisco', write: (addresses) => part(0xf1, toBytes(addresses)) },
  unifi: { title: 'UniFi', vendorClass: 'ubnt', write: (addresses) => part(1, toBytes(addresses)) },
  aruba: { title: 'Aruba', vendorClass: 'ArubaAP', write: (addresses) => toLetters(addresses.join(',')) },
  ruckus: {
    title: 'Ruckus ZoneDirector',
    vendorClass: 'Ruckus CPE',
    write: (addresses) => part(3, toLetters(addresses.join(','))),
  },
  smartzone: {
    title: 'Ruckus SmartZone',
    vendorClass: 'Ruckus CPE',
    write: (addresses) => part(6, toLetters(addresses.join(','))),
  },
  huawei: { title: { en: 'Huawei', zh: '华为' }, write: (addresses) => part(3, toLetters(addresses.join(','))) },
  h3c: {
    title: { en: 'H3C', zh: '新华三 H3C' },
    write: (addresses) => part(0x80, [0, 0, addresses.length, ...toBytes(addresses)]),
  },
} as const satisfies Record<string, Controller>

export type ControllerId = keyof typeof CONTROLLERS
export const getController = (id: ControllerId): Controller => CONTROLLERS[id]

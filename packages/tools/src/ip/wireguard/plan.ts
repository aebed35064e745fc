import { AppError } from '@octet/core/errors.ts'
import { BITS, formatAddress, type Address } from '@octet/core/ip/address.ts'
import { countAddresses, formatCidr, parseCidr, toCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { splitLines } from '@octet/core/lines.ts'
import type { Text } from '@octet/core/text.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { isKey } from './keys.ts'

/** A device that is to join; its own public key where it keeps the private one to itself. */
export type Device = { readonly name: string; readonly publicKey: string | undefined }

const MAX_DEVICES = 250
const MAX_NAME = 60

/** Devices, one a line: a name, and behind it a public key where there is one. Throws `bad_input`, `too_large`. */
export function readDevices(text: string): Device[] {
  const lines = splitLines(toHalfWidth(text)).map((line) => line.replace(/#.*/, '').trim())
  const devices = lines.filter((line) => line !== '').map(readDevice)
  if (devices.length === 0) throw new AppError('bad_input', { field: 'devices', expected: NAMES, got: NOTHING })
  if (devices.length > MAX_DEVICES) throw new AppError('too_large', { field: 'devices', limit: MAX_DEVICES, got: devices.length })
  const seen = new Set<string>()
  for (const { name } of devices) {
    if (seen.has(name)) throw new AppError('bad_input', { field: 'devices', expected: TWICE, got: name })
    seen.add(name)
  }
  return devices
}

function readDevice(line: string, index: number): Device {
  const [, before = line, last] = /^(.*?)[\s,=:]*(\S{43}=)$/.exec(line) ?? []
  if (last !== undefined && !isKey(last)) throw new AppError('bad_input', { field: 'devices', expected: PUBLIC_KEY, got: last })
  const name = (last === undefined ? line : before).slice(0, MAX_NAME) || `device-${index + 1}`
  return { name, publicKey: last }
}

const NAMES: Text = { en: 'names of devices, one a line', zh: '设备名称，每行一个' }
const NOTHING: Text = { en: 'nothing', zh: '空' }
const TWICE: Text = { en: 'each name once', zh: '名称不重复' }
const PUBLIC_KEY: Text = { en: 'a public key of WireGuard behind the name', zh: '名称之后为 WireGuard 公钥' }

/** One network of each version at most. */
const NETWORKS: Text = {
  en: 'one IPv4 and one IPv6 network at most, such as 10.8.0.0/24, fd00:8::/64',
  zh: '至多一个 IPv4 与一个 IPv6 网段，如 10.8.0.0/24, fd00:8::/64',
}

/**
 * The networks of the tunnel: those given, else a /24 of 10.0.0.0/8 and a /64 of a unique local prefix (RFC 4193 §3.2.2), both
 * at random so that they seldom meet a network that is there already. Throws `bad_input` where they have no room.
 */
export function planNetworks(text: string, count: number, random: (sizeBytes: number) => Uint8Array): Cidr[] {
  const words = toHalfWidth(text)
    .split(/[\s,;]+/)
    .filter(Boolean)
  if (words.length === 0) return makeNetworks(random)
  const networks = words.map((word) => readNetwork(word))
  if (new Set(networks.map(({ version }) => version)).size < networks.length)
    throw new AppError('bad_input', { field: 'network', expected: NETWORKS, got: words.join(', ').slice(0, 80) })
  for (const network of networks) {
    // The first address is that of the network, and of IPv4 the last is for all; one more is the server's.
    const room = Number(countAddresses(network)) - (network.version === 4 ? 3 : 2)
    if (room < count)
      throw new AppError('bad_input', {
        field: 'network',
        expected: { en: `a network with room for ${count + 1} addresses`, zh: `可容纳 ${count + 1} 个地址的网段` },
        got: formatCidr(network),
      })
  }
  return networks.toSorted((a, b) => a.version - b.version)
}

function readNetwork(word: string): Cidr {
  try {
    return parseCidr(word).network
  } catch {
    throw new AppError('bad_input', { field: 'network', expected: NETWORKS, got: word.slice(0, 80) })
  }
}

function makeNetworks(random: (sizeBytes: number) => Uint8Array): Cidr[] {
  const bytes = random(7)
  // 10.0.0.0/16 and 10.255.0.0/16 are taken by many.
  const second = 1 + (bytes[0]! % 254)
  const v4 = (10n << 24n) | (BigInt(second) << 16n) | (BigInt(bytes[1]!) << 8n)
  const unique = bytes.subarray(2).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0xfdn)
  return [
    { version: 4, value: v4, prefix: 24 },
    { version: 6, value: unique << 80n, prefix: 64 },
  ]
}

/** The address at a place in each network, counted from 1 for the server. */
export const listAddresses = (networks: readonly Cidr[], place: number): Address[] =>
  networks.map(({ version, value }) => ({ version, value: value + BigInt(place) }))

export const formatHost = (address: Address): string => formatCidr(toCidr(address, BITS[address.version]))

export const formatWithin = (address: Address, { prefix }: Cidr): string => `${formatAddress(address)}/${prefix}`

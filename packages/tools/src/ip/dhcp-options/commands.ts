import { toHex } from '../../lib/bytes.ts'
import type { Encoded } from './encode.ts'

/** What ISC’s dhcpd calls options that it knows (dhcp-options(5)). */
const ISC_NAMES: Readonly<Record<number, string>> = {
  3: 'routers',
  6: 'domain-name-servers',
  12: 'host-name',
  15: 'domain-name',
  17: 'root-path',
  26: 'interface-mtu',
  28: 'broadcast-address',
  42: 'ntp-servers',
  43: 'vendor-encapsulated-options',
  44: 'netbios-name-servers',
  46: 'netbios-node-type',
  66: 'tftp-server-name',
  67: 'bootfile-name',
  119: 'domain-search',
}

/** The option as the settings of common servers have it, each below a line with the name of the server. */
export function toCommands(option: Encoded): string {
  const rows: readonly (readonly [server: string, command: string])[] = [
    ['dnsmasq', toDnsmasq(option)],
    ['OpenWrt', toOpenWrt(option)],
    ['Kea', toKea(option)],
    ['ISC dhcpd', toDhcpd(option)],
    ['MikroTik RouterOS', toRouterOs(option)],
    ['Cisco IOS', each(option, (code, hex) => `option ${code} hex ${hex}`)],
    ['Huawei VRP', each(option, (code, hex) => `dhcp server option ${code} hex ${hex}`)],
    ['H3C Comware', each(option, (code, hex) => `option ${code} hex ${hex}`)],
    [
      'Junos',
      each(
        option,
        (code, hex) => `set access address-assignment pool LAN family inet dhcp-attributes option ${code} hex-string ${hex}`,
      ),
    ],
    ['Windows Server (PowerShell)', toPowerShell(option)],
  ]
  return rows.map(([server, command]) => `# ${server}\n${command}`).join('\n\n')
}

/** Routes go to Windows clients of old as 249, too. */
const listCodes = ({ code, value }: Encoded): number[] => (value.kind === 'routes' && code === 121 ? [121, 249] : [code])

const each = (option: Encoded, write: (code: number, hex: string) => string): string =>
  listCodes(option)
    .map((code) => write(code, toHex(option.bytes)))
    .join('\n')

function toDnsmasqValue({ value, bytes }: Encoded): string {
  switch (value.kind) {
    case 'routes':
      return value.routes.map(({ network, router }) => `${network},${router}`).join(',')
    case 'names':
    case 'addresses':
      return value.items.join(',')
    case 'text':
      return `"${value.text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    case 'number':
      return String(value.number)
    case 'bytes':
      // One byte alone would be read as a number.
      return bytes.length === 1 ? String(bytes[0]) : toHex(bytes, ':')
  }
}

const toDnsmasq = (option: Encoded): string =>
  listCodes(option)
    .map((code) => `dhcp-option=${code},${toDnsmasqValue(option)}`)
    .join('\n')

const toOpenWrt = (option: Encoded): string =>
  [
    ...listCodes(option).map((code) => `uci add_list dhcp.lan.dhcp_option=${quoteShell(`${code},${toDnsmasqValue(option)}`)}`),
    'uci commit dhcp && service dnsmasq restart',
  ].join('\n')

const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Data in hexadecimal are taken whatever Kea knows of a code; those that it does not know need no definition then. */
const toKea = (option: Encoded): string => {
  const rows = listCodes(option).map((code) => `  { "code": ${code}, "csv-format": false, "data": "${toHex(option.bytes)}" }`)
  return `"option-data": [\n${rows.join(',\n')}\n]`
}

function toDhcpd(option: Encoded): string {
  const { code, value, bytes } = option
  const known = ISC_NAMES[code]
  if (value.kind === 'routes')
    return listCodes(option)
      .map(
        (number) =>
          `option routes-${number} code ${number} = array of unsigned integer 8;\noption routes-${number} ${Array.from(bytes).join(', ')};`,
      )
      .join('\n')
  if (known !== undefined)
    switch (value.kind) {
      case 'addresses':
        return `option ${known} ${value.items.join(', ')};`
      case 'names':
        return `option ${known} ${value.items.map((name) => `"${name}"`).join(', ')};`
      case 'text':
        return `option ${known} "${value.text.replaceAll(/["\\]/g, String.raw`\$&`)}";`
      case 'number':
        return `option ${known} ${value.number};`
      case 'bytes':
        return `option ${known} ${toHex(bytes, ':')};`
    }
  const type = value.kind === 'addresses' ? 'array of ip-address' : 'string'
  const data = value.kind === 'addresses' ? value.items.join(', ') : toHex(bytes, ':')
  return `option custom-${code} code ${code} = ${type};\noption custom-${code} ${data};`
}

const toRouterOs = (option: Encoded): string => {
  const names = listCodes(option).map((code) => `option-${code}`)
  return [
    ...listCodes(option).map(
      (code) => `/ip dhcp-server option add name=option-${code} code=${code} value=0x${toHex(option.bytes)}`,
    ),
    `/ip dhcp-server network set [find] dhcp-option=${names.join(',')}`,
  ].join('\n')
}

/** Options that Windows has no definition of get one first. */
const DEFINED = new Set([
  2, 3, 4, 5, 6, 7, 9, 12, 13, 15, 17, 19, 23, 26, 28, 33, 35, 40, 41, 42, 43, 44, 46, 47, 51, 58, 59, 60, 64, 65, 66, 67, 69, 70,
  72, 121,
])

function toPowerShell(option: Encoded): string {
  const { value, bytes } = option
  return listCodes(option)
    .filter((code) => code !== 249) // Windows sends 121 to those that ask for 249
    .map((code) => {
      const isDefined = DEFINED.has(code) && value.kind !== 'bytes' && value.kind !== 'routes' && value.kind !== 'names'
      const data =
        isDefined && value.kind === 'addresses'
          ? value.items.join(', ')
          : isDefined && value.kind === 'text'
            ? quotePowerShell(value.text)
            : isDefined && value.kind === 'number'
              ? String(value.number)
              : Array.from(bytes, (byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(',')
      const define = `Add-DhcpServerv4OptionDefinition -Name "Option ${code}" -OptionId ${code} -Type BinaryData`
      return [...(DEFINED.has(code) ? [] : [define]), `Set-DhcpServerv4OptionValue -OptionId ${code} -Value ${data}`].join('\n')
    })
    .join('\n')
}

const quotePowerShell = (text: string): string => `'${text.replaceAll("'", "''")}'`

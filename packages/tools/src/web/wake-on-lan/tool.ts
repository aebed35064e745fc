import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { formatAddress, parseAddress } from '@octet/core/ip/address.ts'
import { parseCidr, toLastAddress } from '@octet/core/ip/cidr.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { splitMacs } from '../../lib/mac.ts'
import { notesField } from '../../lib/notes-field.ts'
import { toCommands } from './commands.ts'
import { parsePassword, readCard, toMagicPacket } from './packet.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })
const MAX_CARDS = 100

export default defineTool({
  id: 'wake-on-lan',
  route: '/web/wake-on-lan',
  group: 'web',
  rank: 25,
  icon: 'Power',
  title: { en: 'Wake-on-LAN packet', zh: '网络唤醒包（WoL）' },
  summary: {
    en: 'The magic packet of a MAC address, with SecureOn password, and commands that send it',
    zh: '由 MAC 地址生成网络唤醒魔术包，支持 SecureOn 密码，并给出发送命令',
  },
  about: {
    en: 'A sleeping network card looks for six 0xFF bytes followed by its own address sixteen times, in any packet. It is usually sent as a UDP broadcast to port 9 or 7 of the local network; routers do not forward it unless told to. Browsers cannot send UDP, so the packet is shown with commands for your own machine. Firmware and system must both allow waking; the option is often called “Wake on Magic Packet”.',
    zh: '休眠的网卡会在任意数据包中寻找六个 0xFF 字节加上自身地址重复十六次的内容。通常以 UDP 广播发往本地网络的 9 或 7 端口，路由器默认不转发。浏览器无法发送 UDP，因此给出数据包内容与可在本机执行的命令。固件与系统都需允许唤醒，选项常名为“Wake on Magic Packet”。',
  },
  keywords: ['wol', 'wake on lan', 'magic packet', 'etherwake', 'secureon', '远程开机', '唤醒', '魔术包', '网络唤醒', '网卡唤醒'],
  input: z.object({
    text: z.string().meta({
      label: { en: 'MAC addresses, one per line', zh: 'MAC 地址，每行一个' },
      widget: 'text',
      main: true,
      placeholder: { en: '00:00:5e:00:53:af', zh: '00:00:5e:00:53:af' },
    }),
    network: z
      .string()
      .max(60)
      .default('255.255.255.255')
      .meta({
        label: { en: 'Send to', zh: '发送到' },
        help: {
          en: 'The network (192.0.2.0/24: its broadcast address) or an address',
          zh: '网段（如 192.0.2.0/24，取其广播地址）或地址',
        },
      }),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .default(9)
      .meta({ label: { en: 'Port', zh: '端口' } }),
    password: z
      .string()
      .max(60)
      .default('')
      .meta({
        label: { en: 'SecureOn password', zh: 'SecureOn 密码' },
        help: { en: 'Only if one is set on the card: 6 bytes, or 4', zh: '仅在网卡设置过时填写：6 字节或 4 字节' },
        widget: 'secret',
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Packet (hexadecimal)', zh: '数据包（十六进制）' }, widget: 'text', main: true }),
    target: shown('Goes to', '目标'),
    commands: z.string().meta({ label: { en: 'Commands', zh: '命令' }, widget: 'code', language: 'shell' }),
    notes: notesField,
  }),
  errors: ['bad_address'],
  accepts: { mac: {} },
  // Packets and commands are long: wake-on-lan.test.ts compares them and sends some.
  examples: [
    { name: { en: 'One computer', zh: '一台电脑' }, input: { text: '00:00:5e:00:53:af' } },
    {
      name: { en: 'Two in another network', zh: '另一网段的两台' },
      input: { text: '0000.5e00.53af\n00-00-5E-00-53-B0', network: '192.0.2.0/24' },
    },
    {
      name: { en: 'With a password', zh: '带密码' },
      input: { text: '00:00:5e:00:53:af', password: '0a:0b:0c:0d:0e:0f' },
    },
  ],
  run({ text, network, port, password }, { lang }) {
    const listed = splitMacs(text)
    if (listed.length > MAX_CARDS)
      throw new AppError('too_large', { field: 'text', limit: counted(MAX_CARDS, 'lines'), got: listed.length })
    const macs = listed.map(readCard)
    const secret = parsePassword(password)
    const { address, isRouted } = readTarget(network)
    const packets = macs.map((mac) => toMagicPacket(mac, secret))
    return {
      text: packets.join('\n'),
      target: `${address}:${port}`,
      commands: toCommands({ macs, password: secret, packets, address, port }),
      notes: (isRouted ? [ROUTED] : []).map((note) => note[lang]),
    }
  },
})

const ROUTED: Text = {
  en: 'A sleeping machine answers no ARP: sent to its own address, the packet arrives only while a switch or router still knows it. The broadcast address of its network is more reliable',
  zh: '休眠的机器不会应答 ARP：直接发往其地址时，只有交换机或路由器仍记得它才能送达。发往所在网段的广播地址更可靠',
}

/** The broadcast address of a network, or the address itself. Throws `bad_input` for IPv6, which has none. */
function readTarget(text: string): { address: string; isRouted: boolean } {
  const plain = text.normalize('NFKC').trim()
  const isNetwork = plain.includes('/')
  const found = isNetwork ? toLastAddress(parseCidr(plain).network) : parseAddress(plain)
  const address = formatAddress(found)
  if (found.version === 4) return { address, isRouted: !isNetwork && !address.endsWith('.255') }
  throw new AppError('bad_input', {
    field: 'network',
    expected: { en: 'an IPv4 network or address; IPv6 has no broadcast', zh: 'IPv4 网段或地址；IPv6 没有广播' },
    got: plain,
  })
}

import { defineTool } from '@octet/core/tool.ts'
import type { Lang } from '@octet/core/text.ts'
import * as z from 'zod'
import { MAC_FORMS, readMac, readMacBits, readMacs, toEui64, writeMac } from '../../lib/mac.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'mac',
  route: '/web/mac',
  group: 'web',
  rank: 20,
  icon: 'Cpu',
  title: { en: 'MAC address formats', zh: 'MAC 地址格式转换' },
  summary: {
    en: 'Colons, hyphens, dots, EUI-64, link-local address; random or universal, one or many receivers',
    zh: '冒号、连字符、点分互转，EUI-64 与链路本地地址，识别随机、组播地址',
  },
  about: {
    en: 'EUI-48 and EUI-64 of IEEE 802. The second lowest bit of the first byte marks addresses set locally (phones use random ones), the lowest marks multicast. The first three bytes of a universal address identify its maker (OUI).',
    zh: '支持 IEEE 802 的 EUI-48 与 EUI-64。首字节的次低位表示本地设置的地址（手机常用随机地址），最低位表示组播。全球唯一地址的前三字节属于厂商（OUI）。',
  },
  keywords: [
    'oui',
    'eui-64',
    'vendor',
    'random mac',
    '网卡地址',
    '物理地址',
    '随机 MAC',
    'mac address generator',
    'mac generator',
    'mac地址生成',
  ],
  input: z.object({
    mode: z
      .enum(['convert', 'random'])
      .default('convert')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { convert: { en: 'Convert', zh: '转换' }, random: { en: 'Make random ones', zh: '随机生成' } },
      }),
    text: z
      .string()
      .default('')
      .meta({
        label: { en: 'MAC addresses, one per line', zh: 'MAC 地址，每行一个' },
        widget: 'text',
        main: true,
        when: { mode: ['convert'] },
        placeholder: { en: '00:00:5e:00:53:af · 0000.5e00.53af', zh: '00:00:5e:00:53:af · 0000.5e00.53af' },
      }),
    form: z
      .enum(MAC_FORMS)
      .default('colon')
      .meta({
        label: { en: 'Result as', zh: '结果形式' },
        options: {
          colon: { en: '00:00:5e (Linux)', zh: '00:00:5e（Linux）' },
          hyphen: { en: '00-00-5e (Windows)', zh: '00-00-5e（Windows）' },
          dot: { en: '0000.5e00 (Cisco)', zh: '0000.5e00（Cisco）' },
          huawei: { en: '0000-5e00 (Huawei, H3C)', zh: '0000-5e00（华为、H3C）' },
          plain: { en: '00005e', zh: '00005e' },
          integer: { en: 'Integer', zh: '整数' },
        },
      }),
    upper: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Capital letters', zh: '大写' } }),
    count: z
      .int()
      .min(1)
      .max(1000)
      .default(5)
      .meta({ label: { en: 'How many', zh: '数量' }, when: { mode: ['random'] } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    rows: z
      .array(
        z.object({
          mac: shown('MAC', 'MAC'),
          oui: shown('OUI', 'OUI'),
          scope: shown('Scope', '范围'),
          cast: shown('Receivers', '接收者'),
          eui64: shown('Modified EUI-64', '修正 EUI-64'),
          linkLocal: shown('IPv6 link-local', 'IPv6 链路本地地址'),
        }),
      )
      .meta({ label: { en: 'Details', zh: '详细信息' }, widget: 'table' }),
  }),
  accepts: { mac: { text: '' } },
  examples: [
    {
      name: { en: 'Cisco to colons', zh: 'Cisco 写法转冒号' },
      input: { text: '0000.5e00.53af' },
      output: {
        text: '00:00:5e:00:53:af',
        rows: [
          {
            mac: '00:00:5e:00:53:af',
            oui: '00-00-5E',
            scope: 'universal',
            cast: 'one',
            eui64: '02:00:5e:ff:fe:00:53:af',
            linkLocal: 'fe80::200:5eff:fe00:53af',
          },
        ],
      },
    },
    { name: { en: 'Three random ones', zh: '随机生成三个' }, input: { mode: 'random', count: 3 } },
  ],
  run({ mode, text, form, upper, count }, host) {
    const macs =
      mode === 'random' ? Array.from({ length: count }, () => randomMac(host.random(6))) : readMacs(text, (one) => readMac(one))
    const shape = (hex: string) => (upper ? writeMac(hex, form).toUpperCase() : writeMac(hex, form))
    return { text: macs.map(shape).join('\n'), rows: macs.map((hex) => ({ mac: shape(hex), ...describeMac(hex, host.lang) })) }
  },
})

function describeMac(hex: string, lang: Lang) {
  const { isLocal, isGroup, isBroadcast } = readMacBits(hex)
  const words = {
    en: { local: 'local (often random)', universal: 'universal', broadcast: 'all', group: 'a group', one: 'one' },
    zh: { local: '本地（多为随机）', universal: '全球唯一', broadcast: '广播', group: '组播', one: '单播' },
  }[lang]
  return {
    oui: isLocal ? '' : writeMac(hex.slice(0, 6), 'hyphen').toUpperCase(),
    scope: isLocal ? words.local : words.universal,
    cast: isBroadcast ? words.broadcast : isGroup ? words.group : words.one,
    ...toEui64(hex),
  }
}

/** A random address for one receiver, marked as set locally. */
function randomMac(bytes: Uint8Array): string {
  const own = [...bytes]
  own[0] = ((own[0] ?? 0) & 0xfc) | 2
  return own.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

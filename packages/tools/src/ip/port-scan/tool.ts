import { findAddress } from '@octet/core/ip/address.ts'
import { portRowSchema, portScanSchema, UDP_PORTS } from '@octet/core/probe/ports.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { familyField, toFamily } from '../../lib/family-field.ts'
import { loadPortRegister } from '../../lib/port-register.ts'
import { parseTarget, TARGET_ERRORS } from '../../lib/target.ts'
import { parsePortList, PRESETS } from './port-list.ts'

/** Ports of a foreign host that anybody may ask for at once, and of the caller's own address. */
const FOREIGN_LIMIT = 20
const OWN_LIMIT = 1000

const CHOICES = {
  common: { en: 'Common', zh: '常用端口' },
  web: { en: 'Web', zh: '网站' },
  mail: { en: 'Mail', zh: '邮件' },
  remote: { en: 'Remote access', zh: '远程访问' },
  database: { en: 'Databases', zh: '数据库' },
  udp: { en: 'UDP services', zh: 'UDP 服务' },
  custom: { en: 'Custom', zh: '自定义' },
} as const

const output = portScanSchema.extend({
  ports: z
    .array(
      portRowSchema.extend({
        service: z
          .string()
          .nullable()
          .meta({ label: { en: 'Registered for', zh: '登记服务' } }),
      }),
    )
    .meta({ label: { en: 'Ports', zh: '端口' }, widget: 'table' }),
  isOwn: z.boolean().meta({ label: { en: 'Your own address', zh: '您自己的地址' } }),
})

export default defineTool({
  id: 'port-scan',
  route: '/ipport',
  call: 'port_scan',
  callNames: { target: ['ip', 'domain', 'host', 'hostname', 'address', 'name'], ports: ['port'] },
  group: 'ip',
  rank: 22,
  icon: 'PlugConnected',
  title: { en: 'Port check', zh: '端口扫描' },
  summary: {
    en: 'Which ports are open, closed or silent, and what answers there',
    zh: '检查端口开放、关闭或无应答，并识别其服务',
  },
  about: {
    en: 'This server opens a TCP connection to each port once. A connection means open, a refusal means closed. If a router or firewall reports “unreachable”, that is shown together with its address. Silence is shown as no answer, since a firewall and a lost packet look the same.\n\nOpen ports are asked for their banner, TLS certificate or page title. Over UDP only services that answer strangers are asked, each in its own protocol (DNS, NTP, SNMP, QUIC, OpenVPN, STUN, SIP): silence there may mean an open port, too.\n\nUp to twenty ports of any host at once, up to a thousand of your own address.',
    zh: '由本站服务器对每个端口各发起一次 TCP 连接：连上为开放，被拒为关闭，路由器或防火墙回报“不可达”时如实标注，代替主机应答的还会给出其地址；没有应答则如实标注，因为防火墙与丢包无法区分。\n\n对开放端口会读取横幅（banner）、TLS 证书或网页标题。UDP 只询问会回应陌生请求的服务，并使用各自的协议（DNS、NTP、SNMP、QUIC、OpenVPN、STUN、SIP）；没有应答也可能是端口开放。\n\n任意主机一次最多 20 个端口，您自己的来源地址最多 1000 个。',
  },
  keywords: [
    'port',
    'scan',
    'tcp',
    'udp',
    'open port',
    'nmap',
    'banner',
    '端口检测',
    '端口开放',
    '端口',
    'telnet',
    'is my port open',
    '端口是否开放',
    '端口测试',
    '端口连通',
  ],
  needs: ['probe', 'ip'],
  errors: TARGET_ERRORS,
  accepts: { 'host-port': {}, ip: {}, domain: {}, 'port-command': {} },
  cost: 10,
  input: z.object({
    target: z
      .string()
      .max(2048)
      .default('')
      .meta({
        label: { en: 'Host or address', zh: '主机名或 IP' },
        placeholder: { en: 'example.com; leave empty for your own address', zh: 'example.com；留空检查自己的地址' },
        main: true,
      }),
    preset: z
      .enum(['common', 'web', 'mail', 'remote', 'database', 'udp', 'custom'])
      .default('common')
      .meta({ label: { en: 'Ports', zh: '端口' }, options: CHOICES }),
    ports: z
      .string()
      .max(4000)
      .default('')
      .meta({
        label: { en: 'Custom ports', zh: '自定义端口' },
        placeholder: { en: '22, 80, 8000-8010', zh: '22, 80, 8000-8010' },
        when: { preset: ['custom'] },
      }),
    family: familyField,
    wantsDetails: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Identify services', zh: '识别服务' }, advanced: true }),
  }),
  output,
  examples: [
    { name: { en: 'Common ports', zh: '常用端口' }, input: { target: 'scanme.nmap.org' } },
    { name: { en: 'Custom', zh: '自定义' }, input: { target: 'example.com', preset: 'custom', ports: '80, 443, 8080-8082' } },
    { name: { en: 'UDP services', zh: 'UDP 服务' }, input: { target: 'example.com', preset: 'udp' } },
    { name: { en: 'My own address', zh: '检查自己' }, input: { target: '', preset: 'remote' } },
  ],
  async *run({ target, preset, ports, family, wantsDetails }, { probe, ip, signal }): AsyncGenerator<z.infer<typeof output>> {
    // A page sends a list only where it is chosen; a program that sends one means it, by UDP beside that preset.
    const choice = ports.trim() === '' ? preset : 'custom'
    const { host } = parseTarget(target.trim() || (ip.self ?? ''))
    const isOwn = ip.self !== undefined && sameAddress(host, ip.self)
    // a host without a caller is the visitor's own machine: the command line
    const limit = isOwn || ip.self === undefined ? OWN_LIMIT : FOREIGN_LIMIT
    const protocol = preset === 'udp' ? 'udp' : 'tcp'
    const list = choice === 'custom' ? parsePortList(ports, limit) : choice === 'udp' ? UDP_PORTS : PRESETS[choice]
    const names = await loadPortRegister()
    for await (const sofar of probe.ports.scan({
      target: host,
      ports: list,
      protocol,
      ...toFamily(family),
      wantsDetails,
      signal,
    })) {
      yield {
        ...sofar,
        isOwn,
        ports: sofar.ports.map((row) => ({ ...row, service: names[`${row.port}/${protocol}`]?.[0] || null })),
      }
    }
  },
})

function sameAddress(host: string, self: string): boolean {
  const [a, b] = [findAddress(host), findAddress(self)]
  return a !== undefined && a.version === b?.version && a.value === b.value
}

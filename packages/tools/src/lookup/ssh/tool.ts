import { AppError } from '@octet/core/errors.ts'
import { sshReportSchema } from '@octet/core/probe/ssh.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { familyField, toFamily } from '../../lib/family-field.ts'
import { findPort, parseTarget, TARGET_ERRORS } from '../../lib/target.ts'

/** Where SSH and what is built on it is found: NETCONF, Gerrit, Bitbucket; others would make this a port scanner. */
const PORTS = [22, 222, 443, 830, 2022, 2200, 2222, 7999, 22222, 29418]

export default defineTool({
  id: 'ssh',
  route: '/lookup/ssh',
  group: 'lookup',
  rank: 10.5,
  icon: 'Terminal',
  title: { en: 'SSH server check', zh: 'SSH 服务器检测' },
  summary: {
    en: 'Host keys and certificates, weak algorithms, Terrapin and SSHFP records of an SSH server',
    zh: '查看 SSH 服务器的主机密钥指纹与证书、弱算法、Terrapin 漏洞与 SSHFP 记录',
  },
  about: {
    en: 'A few connections up to the key exchange, as ssh-keyscan makes them; nobody logs in. Each kind of host key is asked for, and the server’s signature with it is checked (RFC 4253 §8); so are certificates of OpenSSH, with the hosts they name, their time and their authority. Algorithms are judged by RFC 9142 and what OpenSSH itself has left.\n\nCompare the fingerprint with what the server’s owner says before you trust it: this server sees the host from another place than you, so that a key that differs from yours means somebody is in between.\n\nServers that only know the exchange sntrup761, or answer strangers slowly, may show fewer keys.',
    zh: '与 ssh-keyscan 相同，仅连接到密钥交换为止，不会登录。逐一索取各类主机密钥，并校验服务器用其作出的签名（RFC 4253 §8）；OpenSSH 主机证书同样如此，还会核对适用主机、有效期与签发 CA。算法按 RFC 9142 及 OpenSSH 已弃用的项目评判。\n\n信任之前请与服务器管理者公布的指纹核对：本站从另一网络访问该主机，若所见密钥与您看到的不同，说明中间有人劫持。\n\n仅支持 sntrup761 密钥交换，或对陌生连接应答缓慢的服务器，可能无法取得全部密钥。',
  },
  keywords: [
    'ssh',
    'ssh-keyscan',
    'ssh audit',
    'host key',
    'fingerprint',
    'known_hosts',
    'sshfp',
    'terrapin',
    'sftp',
    'ssh检测',
    '主机密钥',
    'ssh指纹',
  ],
  needs: ['probe'],
  errors: TARGET_ERRORS,
  accepts: { domain: {}, ip: {}, 'host-port': {}, 'ssh-command': {} },
  cost: 4,
  input: z.object({
    host: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Host', zh: '主机' },
        placeholder: { en: 'example.com or example.com:2222', zh: 'example.com 或 example.com:2222' },
        main: true,
      }),
    family: familyField,
  }),
  output: sshReportSchema,
  examples: [
    { name: { en: 'A server', zh: '服务器' }, input: { host: 'ssh.example.com' } },
    { name: { en: 'On another port', zh: '其他端口' }, input: { host: 'git.example.com:2222' } },
  ],
  run({ host, family }, { probe, signal }) {
    const port = findPort(host) ?? 22
    if (!PORTS.includes(port)) {
      const ports = PORTS.join(', ')
      throw new AppError('bad_input', { field: 'host', expected: { en: `port ${ports}`, zh: `端口 ${ports}` }, got: port })
    }
    return probe.ssh.report({ host: parseTarget(host, 'host').host, port, ...toFamily(family), signal })
  },
})

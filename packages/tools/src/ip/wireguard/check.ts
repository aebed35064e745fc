import { AppError } from '@octet/core/errors.ts'
import { BITS, findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { contains, formatCidr, parseCidr, type Cidr, type ParsedCidr } from '@octet/core/ip/cidr.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { isKey, toPublicKey } from './keys.ts'
import { findAll, findOne, listValues, readConfigs, type Config, type Section } from './read-config.ts'

export type Level = 'error' | 'warning' | 'ok'
export type Finding = { level: Level; line?: number; text: string }
export type PeerRow = { file: number; name?: string; publicKey: string; endpoint?: string; allowed: string }
export type Checked = { text: string; findings: Finding[]; interfaces: InterfaceRow[]; peers: PeerRow[] }
export type InterfaceRow = { file: number; publicKey?: string; addresses: string; port?: string; peers: number }

const MAX_CHARACTERS = 500_000
/** Files and peers that are looked at. */
const MAX_PEERS = 1000

type Report = (level: Level, text: Text, line?: number) => void

/**
 * Says what is wrong with files of WireGuard, and whether the two ends of a tunnel fit each other where both are given.
 * Throws `bad_input` where there is none.
 */
export function checkConfigs(text: string, lang: Lang): Checked {
  if (text.length > MAX_CHARACTERS) throw new AppError('too_large', { field: 'config', limit: MAX_CHARACTERS, got: text.length })
  const files = readConfigs(text)
  if (!files.some(({ sections }) => sections.length > 0))
    throw new AppError('bad_input', { field: 'config', expected: A_FILE, got: text.trim().slice(0, 60) || NOTHING })
  const peers = files.flatMap(({ sections }) => sections.filter(({ kind }) => kind === 'peer'))
  if (peers.length > MAX_PEERS) throw new AppError('too_large', { field: 'config', limit: MAX_PEERS, got: peers.length })
  const findings: Finding[] = []
  const report: Report = (level, words, line) =>
    void findings.push({ level, ...(line !== undefined && { line }), text: words[lang] })
  for (const file of files) checkFile(file, report)
  checkEnds(files.map(toEnd), report)
  if (findings.every(({ level }) => level === 'ok')) report('ok', files.length > 1 ? ALL_FIT : ALL_GOOD)
  findings.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level) || (a.line ?? 0) - (b.line ?? 0))
  return {
    text: findings.map(({ line, text: words }) => (line === undefined ? words : `${line}: ${words}`)).join('\n'),
    findings,
    interfaces: files.flatMap((file, i) => toInterfaceRow(file, i + 1)),
    peers: files.flatMap(({ sections }, i) =>
      sections.filter(({ kind }) => kind === 'peer').map((peer) => toPeerRow(peer, i + 1)),
    ),
  }
}

const ORDER: readonly Level[] = ['error', 'warning', 'ok']
const A_FILE: Text = { en: 'a file of WireGuard with [Interface] or [Peer]', zh: '含 [Interface] 或 [Peer] 的 WireGuard 配置' }
const NOTHING: Text = { en: 'nothing', zh: '空' }
const ALL_GOOD: Text = { en: 'Nothing is wrong with this file', zh: '此配置未发现问题' }
const ALL_FIT: Text = { en: 'Nothing is wrong, and the ends fit each other', zh: '未发现问题，两端配置相符' }

function toInterfaceRow({ sections }: Config, file: number): InterfaceRow[] {
  const own = sections.find(({ kind }) => kind === 'interface')
  if (!own) return []
  const key = findOne(own, 'privatekey')?.value ?? ''
  const port = findOne(own, 'listenport')?.value
  return [
    {
      file,
      ...(isKey(key) && { publicKey: toPublicKey(key) }),
      addresses: listValues(own, 'address')
        .map(({ part }) => part)
        .join(', '),
      ...(port !== undefined && { port }),
      peers: sections.length - 1,
    },
  ]
}

function toPeerRow(peer: Section, file: number): PeerRow {
  const endpoint = findOne(peer, 'endpoint')?.value
  return {
    file,
    ...(peer.comment !== undefined && { name: peer.comment }),
    publicKey: findOne(peer, 'publickey')?.value ?? '',
    ...(endpoint !== undefined && { endpoint }),
    allowed: listValues(peer, 'allowedips')
      .map(({ part }) => part)
      .join(', '),
  }
}

function checkFile({ sections, faults }: Config, report: Report): void {
  for (const { line, text, isMisspelt } of faults)
    report(
      'error',
      isMisspelt
        ? { en: `“${text}” is no setting of this section`, zh: `“${text}”不是该节的设置项` }
        : { en: `“${text}” is no setting, heading or comment`, zh: `“${text}”既不是设置项，也不是节标题或注释` },
      line,
    )
  const own = sections.find(({ kind }) => kind === 'interface')
  const peers = sections.filter(({ kind }) => kind === 'peer')
  if (!own) report('warning', NO_INTERFACE, sections[0]?.line)
  else checkInterface(own, report)
  if (own && peers.length === 0) report('warning', NO_PEER, own.line)
  for (const peer of peers) checkPeer(peer, report)
  checkPeersTogether(own, peers, report)
}

const NO_INTERFACE: Text = { en: 'There is no [Interface]: the file has no key of its own', zh: '缺少 [Interface]：没有本端密钥' }
const NO_PEER: Text = { en: 'There is no [Peer]: the tunnel leads nowhere', zh: '缺少 [Peer]：隧道没有对端' }

function checkInterface(own: Section, report: Report): void {
  const key = findOne(own, 'privatekey')
  if (!key) report('error', { en: 'PrivateKey is missing', zh: '缺少 PrivateKey' }, own.line)
  else checkKey(key, report)
  const addresses = listValues(own, 'address')
  if (addresses.length === 0)
    report(
      'warning',
      { en: 'Address is missing: wg-quick gives the interface none', zh: '缺少 Address：wg-quick 不会为接口配置地址' },
      own.line,
    )
  for (const { part, line } of addresses) readNetwork(part, { line, report })
  for (const { part, line } of listValues(own, 'dns'))
    if (!findAddress(part) && !/^[\w-]+(?:\.[\w-]+)*$/.test(part))
      report('error', { en: `DNS: “${part}” is neither an address nor a domain`, zh: `DNS：“${part}”既不是地址也不是域名` }, line)
  checkNumber(own, { key: 'listenport', name: 'ListenPort', from: 0, to: 65_535, report })
  checkNumber(own, { key: 'mtu', name: 'MTU', from: 576, to: 65_535, report })
}

function checkPeer(peer: Section, report: Report): void {
  const key = findOne(peer, 'publickey')
  if (!key) report('error', { en: 'PublicKey is missing', zh: '缺少 PublicKey' }, peer.line)
  else checkKey(key, report)
  const shared = findOne(peer, 'presharedkey')
  if (shared) checkKey(shared, report)
  const allowed = listValues(peer, 'allowedips')
  if (allowed.length === 0)
    report(
      'error',
      {
        en: 'AllowedIPs is missing: nothing goes to this peer, and all it sends is dropped',
        zh: '缺少 AllowedIPs：不会向该对端发送任何流量，其发来的包也会被丢弃',
      },
      peer.line,
    )
  const networks = allowed.flatMap(({ part, line }) => {
    const read = readNetwork(part, { line, report })
    if (read?.hasHostBits)
      report(
        'warning',
        {
          en: `AllowedIPs: ${part} counts as ${formatCidr(read.network)}`,
          zh: `AllowedIPs：${part} 按 ${formatCidr(read.network)} 处理`,
        },
        line,
      )
    return read ? [read.network] : []
  })
  const [hasV4, hasV6] = ([4, 6] as const).map((version) => isWhole(networks, version))
  if (hasV4 && !hasV6)
    report(
      'warning',
      {
        en: 'All IPv4 goes through the tunnel and IPv6 does not: add ::/0, or IPv6 traffic goes round it',
        zh: '全部 IPv4 走隧道而 IPv6 不走：请加上 ::/0，否则 IPv6 流量会绕过隧道',
      },
      allowed[0]?.line,
    )
  const endpoint = findOne(peer, 'endpoint')
  if (endpoint && !isEndpoint(endpoint.value))
    report(
      'error',
      {
        en: `Endpoint: expected host:port or [IPv6]:port, got “${endpoint.value}”`,
        zh: `Endpoint：应为 主机:端口 或 [IPv6]:端口，收到“${endpoint.value}”`,
      },
      endpoint.line,
    )
  const keepalive = findOne(peer, 'persistentkeepalive')
  if (keepalive && keepalive.value !== 'off')
    checkNumber(peer, { key: 'persistentkeepalive', name: 'PersistentKeepalive', from: 0, to: 65_535, report })
}

/** Whether some networks hold all addresses of a version; two halves do, as VPN programs write them. */
function isWhole(networks: readonly Cidr[], version: 4 | 6): boolean {
  const sizes = networks.filter((network) => network.version === version).map(({ prefix }) => 2 ** (BITS[version] - prefix))
  return sizes.reduce((sum, size) => sum + size, 0) >= 2 ** BITS[version]
}

function isEndpoint(text: string): boolean {
  const [, bracketed, host = '', port = ''] = /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text) ?? []
  const isHost =
    bracketed !== undefined ? findAddress(bracketed.replace(/%.*/, ''))?.version === 6 : /^[\p{L}\p{N}._-]+$/u.test(host)
  return isHost && Number(port) >= 1 && Number(port) <= 65_535
}

type Numbered = { key: string; name: string; from: number; to: number; report: Report }

function checkNumber(section: Section, { key, name, from, to, report }: Numbered): void {
  const entry = findOne(section, key)
  if (!entry || (/^\d+$/.test(entry.value) && Number(entry.value) >= from && Number(entry.value) <= to)) return
  report(
    'error',
    {
      en: `${name}: expected a number from ${from} to ${to}, got “${entry.value}”`,
      zh: `${name}：应为 ${from}–${to} 的数字，收到“${entry.value}”`,
    },
    entry.line,
  )
}

const NAMES: Readonly<Record<string, string>> = { privatekey: 'PrivateKey', publickey: 'PublicKey', presharedkey: 'PresharedKey' }

/** A key that is wrong is not shown: part of it may be right. */
function checkKey({ key, value, line }: { key: string; value: string; line: number }, report: Report): void {
  if (isKey(value)) return
  report(
    'error',
    {
      en: `${NAMES[key]}: expected 44 characters of Base64 that end in =, got ${value.length} characters`,
      zh: `${NAMES[key]}：应为 44 个 Base64 字符并以 = 结尾，收到 ${value.length} 个字符`,
    },
    line,
  )
}

function readNetwork(text: string, { line, report }: { line: number; report: Report }): ParsedCidr | undefined {
  try {
    return parseCidr(text)
  } catch {
    report('error', { en: `“${text}” is no address or network`, zh: `“${text}”不是地址或网段` }, line)
    return undefined
  }
}

const listNetworks = (section: Section, key: string): ParsedCidr[] =>
  listValues(section, key).flatMap(({ part }) => {
    try {
      return [parseCidr(part)]
    } catch {
      return []
    }
  })

/** Of two peers with the same network only the last has it (wg(8)). */
function checkPeersTogether(own: Section | undefined, peers: readonly Section[], report: Report): void {
  const seen = new Map<string, Section>()
  const keys = new Set<string>()
  for (const peer of peers) {
    const key = findOne(peer, 'publickey')
    if (key && keys.has(key.value))
      report('error', { en: 'This PublicKey is that of a peer above, too', zh: '此 PublicKey 与前面的对端相同' }, key.line)
    if (key) keys.add(key.value)
    for (const { network } of listNetworks(peer, 'allowedips')) {
      const text = formatCidr(network)
      const before = seen.get(text)
      if (before && before !== peer)
        report(
          'error',
          {
            en: `AllowedIPs: ${text} belongs to two peers, of which only this one gets it`,
            zh: `AllowedIPs：${text} 同时属于两个对端，仅此对端生效`,
          },
          findOne(peer, 'allowedips')?.line,
        )
      seen.set(text, peer)
    }
  }
  const privateKey = own && findOne(own, 'privatekey')?.value
  if (own && privateKey && isKey(privateKey) && keys.has(toPublicKey(privateKey)))
    report('error', { en: 'A peer has the public key of this end itself', zh: '某个对端的公钥就是本端自己的公钥' }, own.line)
}

/** One end of a tunnel, with the key that the other end knows it by. */
type End = { readonly own: Section | undefined; readonly publicKey: string | undefined; readonly peers: readonly Section[] }

function toEnd({ sections }: Config): End {
  const own = sections.find(({ kind }) => kind === 'interface')
  const key = own && findOne(own, 'privatekey')?.value
  return {
    own,
    publicKey: key && isKey(key) ? toPublicKey(key) : undefined,
    peers: sections.filter(({ kind }) => kind === 'peer'),
  }
}

function checkEnds(ends: readonly End[], report: Report): void {
  for (const [i, one] of ends.entries()) for (const other of ends.slice(i + 1)) checkPair(one, other, report)
  for (const one of ends) {
    const others = ends.filter((other) => other !== one)
    const isAlone = others.every((other) => !findPeer(one, other) && !findPeer(other, one))
    const areKnown = others.length > 0 && others.every(({ publicKey }) => publicKey !== undefined)
    // One that has many peers may have others than those given.
    if (isAlone && areKnown && one.peers.length === 1) report('error', STRANGERS, one.peers[0]?.line)
  }
}

/** Both ends know each other, allow the other's addresses, and have the same key between them. */
function checkPair(one: End, other: End, report: Report): void {
  const [there, here] = [findPeer(one, other), findPeer(other, one)]
  if (!there && !here) return
  if (!there || !here) {
    report('error', ONE_SIDED, (there ?? here)?.line)
    return
  }
  const [secretThere, secretHere] = [there, here].map((peer) => findOne(peer, 'presharedkey')?.value)
  if (secretThere !== secretHere) report('error', DIFFERENT_SECRETS, here.line)
  checkAllowed(one, here, report)
  checkAllowed(other, there, report)
  if (!findOne(there, 'endpoint') && !findOne(here, 'endpoint')) report('error', NO_ENDPOINT, here.line)
}

const findPeer = (of: End, to: End): Section | undefined =>
  to.publicKey === undefined ? undefined : of.peers.find((peer) => findOne(peer, 'publickey')?.value === to.publicKey)

/** Whether what one end sends from its own addresses is taken by the other. */
function checkAllowed({ own }: End, peer: Section, report: Report): void {
  const allowed = listNetworks(peer, 'allowedips').map(({ network }) => network)
  for (const { address } of own ? listNetworks(own, 'address') : [])
    if (!allowed.some((network) => network.version === address.version && contains(network, address)))
      report(
        'error',
        {
          en: `AllowedIPs does not hold ${formatAddress(address)}, the address of the other end: what it sends is dropped`,
          zh: `AllowedIPs 不含对端地址 ${formatAddress(address)}：其发来的包会被丢弃`,
        },
        findAll(peer, 'allowedips')[0]?.line ?? peer.line,
      )
}

const STRANGERS: Text = {
  en: 'The ends do not know each other: the PublicKey of this peer is not that of the PrivateKey at the other end',
  zh: '两端互不认识：此 PublicKey 与另一端的 PrivateKey 不对应',
}
const ONE_SIDED: Text = {
  en: 'Only one end knows the other: the other end has no [Peer] with this end’s public key',
  zh: '仅一端认识对方：另一端没有含本端公钥的 [Peer]',
}
const DIFFERENT_SECRETS: Text = { en: 'PresharedKey is not the same at both ends', zh: '两端的 PresharedKey 不一致' }
const NO_ENDPOINT: Text = {
  en: 'Neither end has an Endpoint of the other: nobody can begin',
  zh: '两端都没有对方的 Endpoint，无法发起连接',
}

import { AppError } from '@octet/core/errors.ts'
import type { BaseHost } from '@octet/core/host.ts'
import { findAddress, formatAddress, type Address } from '@octet/core/ip/address.ts'
import type { Cidr } from '@octet/core/ip/cidr.ts'
import type { Text } from '@octet/core/text.ts'
import { drawPixels } from '../../lib/qr/draw.ts'
import { makeMatrix } from '../../lib/qr/make-matrix.ts'
import { toPngUrl } from '../../lib/png.ts'
import { findAsciiHost } from '../../lib/idn.ts'
import { findPort, parseTarget } from '../../lib/target.ts'
import { readList } from '../../lib/network-list/read-list.ts'
import { writeFirewall } from './firewall.ts'
import type { WireguardInput } from './input.ts'
import { makeKeyPair, makeSharedKey, type KeyPair } from './keys.ts'
import { formatHost, formatWithin, listAddresses, planNetworks, readDevices, type Device } from './plan.ts'
import { listRoutes } from './routes.ts'

export type MadeDevice = { name: string; addresses: string; publicKey: string; config: string; qr?: string }
export type MadeConfigs = { text: string; server: string; devices: MadeDevice[]; setup: string; notes: string[] }

/** Devices up to this many get a picture each. */
const MAX_PICTURES = 12
const PICTURE = { margin: 4, dark: '#000000', light: '#ffffff' } as const
const PICTURE_SCALE = 4

/** Files for a server and for each device. Throws `bad_input`, `too_large`. */
export async function makeConfigs(input: WireguardInput, host: BaseHost): Promise<MadeConfigs> {
  const devices = readDevices(input.devices)
  const networks = planNetworks(input.network, devices.length, host.random)
  const endpoint = readEndpoint(input)
  const dns = readDns(input.dns)
  const outside = readInterface(input.outside)
  const routes = listRoutes({
    route: input.route,
    networks,
    behind: readList(input.behind, 'behind'),
    exclude: readList(input.exclude, 'exclude'),
  })
  const server = makeKeyPair(host.random)
  const peers = devices.map((device, i) => ({
    ...device,
    addresses: listAddresses(networks, i + 2),
    keys: device.publicKey === undefined ? makeKeyPair(host.random) : { publicKey: device.publicKey },
    sharedKey: input.hasSharedKeys ? makeSharedKey(host.random) : undefined,
  }))
  const serverText = writeServer({ input, networks, server, outside, peers })
  const made: MadeDevice[] = []
  for (const peer of peers) {
    const config = writeDevice(peer, { input, endpoint, dns, routes, publicKey: server.publicKey })
    // A file without its private key is of no use to a phone.
    const hasPicture = peer.publicKey === undefined && peers.length <= MAX_PICTURES
    made.push({
      name: peer.name,
      addresses: peer.addresses.map(formatAddress).join(', '),
      publicKey: peer.keys.publicKey,
      config,
      ...(hasPicture && { qr: await draw(config) }),
    })
  }
  return {
    text: [`# wg0.conf\n${serverText}`, ...made.map(({ name, config }) => `# ${name}\n${config}`)].join('\n'),
    server: serverText,
    devices: made,
    setup: writeSetup(networks),
    notes: listNotes(input, { dns, networks, devices }).map((note) => note[host.lang]),
  }
}

async function draw(config: string): Promise<string> {
  const { matrix } = await makeMatrix(config, 'L')
  return toPngUrl(drawPixels(matrix, PICTURE, PICTURE_SCALE))
}

function readEndpoint({ endpoint, port }: WireguardInput): string {
  const { host, isAddress } = parseTarget(endpoint, 'endpoint', ENDPOINT)
  const name = isAddress ? host : findAsciiHost(host)
  if (name === undefined) throw new AppError('bad_input', { field: 'endpoint', expected: ENDPOINT, got: endpoint.slice(0, 80) })
  return `${name.includes(':') ? `[${name}]` : name}:${findPort(endpoint) ?? port}`
}

const ENDPOINT: Text = {
  en: 'the public name or address of the server, such as vpn.example.com or 203.0.113.5:51820',
  zh: '服务器的公网域名或地址，如 vpn.example.com 或 203.0.113.5:51820',
}

function readDns(text: string): string[] {
  const words = text.split(/[\s,;，、]+/).filter(Boolean)
  for (const word of words)
    if (!findAddress(word) && !SEARCH_DOMAIN.test(word))
      throw new AppError('bad_input', { field: 'dns', expected: DNS, got: word.slice(0, 80) })
  return words
}

/** wg-quick takes domains to search in, too. */
const SEARCH_DOMAIN = /^(?=.*[a-z])[\da-z-]+(?:\.[\da-z-]+)*$/i
const DNS: Text = { en: 'addresses of DNS servers, or domains to search in', zh: 'DNS 服务器地址或搜索域' }

/** Linux: up to 15 characters, no blank and no slash; quotes would end what stands around it in a shell. */
function readInterface(text: string): string {
  if (/^[\w.@+-]{1,15}$/.test(text)) return text
  throw new AppError('bad_input', {
    field: 'outside',
    expected: { en: 'the name of an interface, such as eth0', zh: '网卡名称，如 eth0' },
    got: text.slice(0, 40),
  })
}

type Peer = Device & {
  readonly addresses: readonly Address[]
  readonly keys: Pick<KeyPair, 'publicKey'> & Partial<KeyPair>
  readonly sharedKey: string | undefined
}
type Server = {
  readonly input: WireguardInput
  readonly networks: readonly Cidr[]
  readonly server: KeyPair
  readonly outside: string
  readonly peers: readonly Peer[]
}

function writeServer({ input, networks, server, outside, peers }: Server): string {
  const own = listAddresses(networks, 1).map((address, i) => formatWithin(address, networks[i]!))
  const head = [
    '[Interface]',
    `Address = ${own.join(', ')}`,
    `ListenPort = ${input.port}`,
    `PrivateKey = ${server.privateKey}`,
    ...(input.mtu === undefined ? [] : [`MTU = ${input.mtu}`]),
    ...writeFirewall({ nat: input.nat, networks, outside }),
  ]
  const parts = peers.map(({ name, keys, sharedKey, addresses }) => [
    '',
    `# ${name}`,
    '[Peer]',
    `PublicKey = ${keys.publicKey}`,
    ...(sharedKey === undefined ? [] : [`PresharedKey = ${sharedKey}`]),
    `AllowedIPs = ${addresses.map(formatHost).join(', ')}`,
  ])
  return `${[...head, ...parts.flat()].join('\n')}\n`
}

type Shared = {
  readonly input: WireguardInput
  readonly endpoint: string
  readonly dns: readonly string[]
  readonly routes: readonly string[]
  readonly publicKey: string
}

function writeDevice({ keys, sharedKey, addresses }: Peer, { input, endpoint, dns, routes, publicKey }: Shared): string {
  return `${[
    '[Interface]',
    keys.privateKey === undefined ? '# PrivateKey = …' : `PrivateKey = ${keys.privateKey}`,
    `Address = ${addresses.map(formatHost).join(', ')}`,
    ...(dns.length > 0 ? [`DNS = ${dns.join(', ')}`] : []),
    ...(input.mtu === undefined ? [] : [`MTU = ${input.mtu}`]),
    '',
    '[Peer]',
    `PublicKey = ${publicKey}`,
    ...(sharedKey === undefined ? [] : [`PresharedKey = ${sharedKey}`]),
    `Endpoint = ${endpoint}`,
    `AllowedIPs = ${routes.join(', ')}`,
    ...(input.keepaliveS > 0 ? [`PersistentKeepalive = ${input.keepaliveS}`] : []),
  ].join('\n')}\n`
}

function writeSetup(networks: readonly Cidr[]): string {
  const forward = networks.map(({ version }) => (version === 4 ? 'net.ipv4.ip_forward=1' : 'net.ipv6.conf.all.forwarding=1'))
  return `${[
    'sudo install -m 600 wg0.conf /etc/wireguard/wg0.conf',
    `printf '${forward.join(String.raw`\n`)}\\n' | sudo tee /etc/sysctl.d/90-wireguard.conf`,
    'sudo sysctl --system',
    'sudo systemctl enable --now wg-quick@wg0',
    'sudo wg show',
  ].join('\n')}\n`
}

type Planned = { readonly dns: readonly string[]; readonly networks: readonly Cidr[]; readonly devices: readonly Device[] }

function listNotes({ route, nat, port, behind }: WireguardInput, { dns, networks, devices }: Planned): Text[] {
  const hasAll = route !== 'vpn'
  const notes: (Text | false)[] = [
    {
      en: `Let UDP port ${port} through the firewall of the server, and on a router before it`,
      zh: `请在服务器防火墙及其前方的路由器上放行 UDP ${port} 端口`,
    },
    hasAll && dns.length === 0 && NO_DNS,
    hasAll && nat === 'none' && NO_NAT,
    route === 'all' && networks.every(({ version }) => version === 4) && NO_IPV6,
    behind.trim() !== '' && nat === 'none' && BEHIND,
    devices.some(({ publicKey }) => publicKey !== undefined) && OWN_KEYS,
  ]
  return notes.filter((note) => note !== false)
}

const NO_DNS: Text = {
  en: 'No DNS server is set: devices go on asking the one of the network they are in, which sees the names',
  zh: '未设置 DNS：设备会继续使用所在网络的 DNS，查询的域名会被其看到',
}
const NO_NAT: Text = {
  en: 'Without address translation the server passes nothing on to the Internet unless the routers behind it know the way back',
  zh: '未启用地址转换：除非上级路由器有回程路由，否则设备无法经服务器访问互联网',
}
const NO_IPV6: Text = {
  en: 'The tunnel has no IPv6: devices reach no IPv6 addresses while it is up, so that none of their traffic goes round it',
  zh: '隧道不含 IPv6：连接期间设备无法访问 IPv6 地址，从而避免流量绕过隧道',
}
const BEHIND: Text = {
  en: 'Hosts in the networks behind the server need a route back to the tunnel’s network, or address translation',
  zh: '服务器后方网段的主机需要有指向隧道网段的回程路由，或启用地址转换',
}
const OWN_KEYS: Text = {
  en: 'Where a device keeps its private key, put it into its file in place of the line that begins with #',
  zh: '自行保管私钥的设备，请将私钥填入其配置中以 # 开头的那一行',
}

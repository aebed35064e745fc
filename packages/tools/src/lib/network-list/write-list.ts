import { AppError } from '@octet/core/errors.ts'
import { BITS } from '@octet/core/ip/address.ts'
import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { countRange, formatRange, toRange } from '@octet/core/ip/range.ts'

/** Forms in which a list of networks can be taken away. */
export const LIST_FORMATS = [
  'text',
  'range',
  'csv',
  'json',
  'nginx',
  'apache',
  'haproxy',
  'nftables',
  'ipset',
  'iptables',
  'route',
  'mikrotik',
  'cisco',
] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

export type ListOptions = {
  /** Name of the set, list or ACL. */
  readonly name: string
  readonly action: 'allow' | 'deny'
}

type Lines = Iterable<string>
type Writer = (cidrs: readonly Cidr[], options: ListOptions) => Lines

/** Writes networks as configuration. Names with other characters than letters, digits, `_` and `-` are refused. */
export const writeList = (cidrs: readonly Cidr[], format: ListFormat, options: ListOptions): string =>
  [...toListLines(cidrs, format, options)].join('\n')

/** The lines of {@link writeList}, each made when it is asked for: a country has some hundred thousand. */
export function toListLines(cidrs: readonly Cidr[], format: ListFormat, { name, action }: ListOptions): Lines {
  if (!/^[A-Za-z_][\w-]{0,30}$/.test(name))
    throw new AppError('bad_input', {
      field: 'name',
      expected: { en: 'a name of letters, digits, _ and -, at most 31', zh: '由字母、数字、_ 和 - 组成的名称，至多 31 个字符' },
      got: name,
    })
  return WRITERS[format](cidrs, { name, action })
}

/** A line for each network. */
function lineFor(toLine: (text: string, cidr: Cidr, options: ListOptions) => string): Writer {
  return function* (cidrs, options) {
    for (const cidr of cidrs) yield toLine(formatCidr(cidr), cidr, options)
  }
}

const WRITERS: Readonly<Record<ListFormat, Writer>> = {
  text: lineFor((text) => text),
  range: lineFor((_, cidr) => formatRange(toRange(cidr))),
  csv: under('network,first,last,addresses', lineFor(toCsvLine)),
  json: writeJson,
  nginx: lineFor((text, _, { action }) => `${action} ${text};`),
  apache: lineFor((text, _, { action }) => `Require ${action === 'deny' ? 'not ' : ''}ip ${text}`),
  haproxy: (cidrs, options) =>
    under(
      `# http-request ${options.action} if { src -f ${options.name}.acl }`,
      lineFor((text) => text),
    )(cidrs, options),
  nftables: writeNftables,
  ipset: writeIpset,
  iptables: lineFor(
    (text, { version }, { action }) =>
      `${version === 4 ? 'iptables' : 'ip6tables'} -A INPUT -s ${text} -j ${action === 'allow' ? 'ACCEPT' : 'DROP'}`,
  ),
  route: lineFor((text, { version }) => `ip ${version === 6 ? '-6 ' : ''}route add blackhole ${text}`),
  mikrotik: lineFor(
    (text, { version }, { name }) => `/${version === 4 ? 'ip' : 'ipv6'} firewall address-list add list=${name} address=${text}`,
  ),
  cisco: lineFor(
    (text, { version }, { name, action }) =>
      `${version === 4 ? 'ip' : 'ipv6'} prefix-list ${name} ${action === 'allow' ? 'permit' : 'deny'} ${text}`,
  ),
}

function under(head: string, write: Writer): Writer {
  return function* (cidrs, options) {
    yield head
    yield* write(cidrs, options)
  }
}

function toCsvLine(text: string, cidr: Cidr): string {
  const range = toRange(cidr)
  const [first, last] = formatRange(range).split('-')
  return `${text},${first},${last},${countRange(range)}`
}

/** As JSON.stringify lays a list out. */
function* writeJson(cidrs: readonly Cidr[]): Lines {
  if (cidrs.length === 0) return yield '[]'
  yield '['
  yield* listed(cidrs, (text) => `  "${text}"`)
  yield ']'
}

/** A line for each network, with a comma behind all but the last. */
function* listed(cidrs: readonly Cidr[], toLine: (text: string) => string): Lines {
  for (const [index, cidr] of cidrs.entries()) yield toLine(formatCidr(cidr)) + (index < cidrs.length - 1 ? ',' : '')
}

/** The networks of each family that there are any of. */
const splitFamilies = (cidrs: readonly Cidr[]): { version: 4 | 6; own: Cidr[] }[] =>
  ([4, 6] as const)
    .map((version) => ({ version, own: cidrs.filter((cidr) => cidr.version === version) }))
    .filter(({ own }) => own.length > 0)

/** One interval set per family and a rule for each, as `nft -f` reads it. */
function* writeNftables(cidrs: readonly Cidr[], { name, action }: ListOptions): Lines {
  const families = splitFamilies(cidrs)
  yield `table inet ${name} {`
  for (const { version, own } of families) {
    yield `  set ${name}${version} {\n    type ipv${version}_addr\n    flags interval\n    elements = {`
    yield* listed(own, (text) => `      ${text}`)
    yield '    }\n  }'
  }
  yield `  chain ${name}_input {\n    type filter hook input priority filter; policy accept;`
  const verdict = action === 'allow' ? 'accept' : 'drop'
  yield families.map(({ version }) => `    ip${version === 6 ? '6' : ''} saddr @${name}${version} ${verdict}`).join('\n')
  yield '  }\n}'
}

/** For `ipset restore`. A hash:net set cannot hold /0, which goes in as its two halves. */
function* writeIpset(cidrs: readonly Cidr[], { name }: ListOptions): Lines {
  for (const { version, own } of splitFamilies(cidrs)) {
    const held = own.flatMap((cidr) => (cidr.prefix > 0 ? [cidr] : toHalves(version)))
    yield `create ${name}${version} hash:net family inet${version === 6 ? '6' : ''} maxelem ${Math.max(65_536, held.length * 2)}`
    for (const cidr of held) yield `add ${name}${version} ${formatCidr(cidr)}`
  }
}

const toHalves = (version: 4 | 6): Cidr[] =>
  [0n, 1n].map((half) => ({ version, value: half << BigInt(BITS[version] - 1), prefix: 1 }))

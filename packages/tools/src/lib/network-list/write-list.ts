import { AppError } from '@octet/core/errors.ts'
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

const by = (version: 4 | 6) => (cidr: Cidr) => cidr.version === version

/** Writes networks as configuration. Names with other characters than letters, digits, `_` and `-` are refused. */
export function writeList(cidrs: readonly Cidr[], format: ListFormat, { name, action }: ListOptions): string {
  if (!/^[A-Za-z_][\w-]{0,30}$/.test(name))
    throw new AppError('bad_input', {
      field: 'name',
      expected: { en: 'a name of letters, digits, _ and -, at most 31', zh: '由字母、数字、_ 和 - 组成的名称，至多 31 个字符' },
      got: name,
    })
  return WRITERS[format](cidrs, { name, action })
}

const WRITERS: Readonly<Record<ListFormat, (cidrs: readonly Cidr[], options: ListOptions) => string>> = {
  text: (cidrs) => cidrs.map(formatCidr).join('\n'),
  range: (cidrs) => cidrs.map((cidr) => formatRange(toRange(cidr))).join('\n'),
  csv: (cidrs) => ['network,first,last,addresses', ...cidrs.map(toCsvLine)].join('\n'),
  json: (cidrs) => JSON.stringify(cidrs.map(formatCidr), null, 2),
  nginx: (cidrs, { action }) => cidrs.map((cidr) => `${action} ${formatCidr(cidr)};`).join('\n'),
  apache: (cidrs, { action }) =>
    cidrs.map((cidr) => `Require ${action === 'deny' ? 'not ' : ''}ip ${formatCidr(cidr)}`).join('\n'),
  haproxy: (cidrs, { name, action }) =>
    [`# http-request ${action} if { src -f ${name}.acl }`, ...cidrs.map(formatCidr)].join('\n'),
  nftables: writeNftables,
  ipset: writeIpset,
  iptables: (cidrs, { action }) =>
    cidrs
      .map(
        (cidr) =>
          `${cidr.version === 4 ? 'iptables' : 'ip6tables'} -A INPUT -s ${formatCidr(cidr)} -j ${action === 'allow' ? 'ACCEPT' : 'DROP'}`,
      )
      .join('\n'),
  route: (cidrs) =>
    cidrs.map((cidr) => `ip ${cidr.version === 6 ? '-6 ' : ''}route add blackhole ${formatCidr(cidr)}`).join('\n'),
  mikrotik: (cidrs, { name }) =>
    cidrs
      .map((cidr) => `/${cidr.version === 4 ? 'ip' : 'ipv6'} firewall address-list add list=${name} address=${formatCidr(cidr)}`)
      .join('\n'),
  cisco: (cidrs, { name, action }) =>
    cidrs
      .map(
        (cidr) =>
          `${cidr.version === 4 ? 'ip' : 'ipv6'} prefix-list ${name} ${action === 'allow' ? 'permit' : 'deny'} ${formatCidr(cidr)}`,
      )
      .join('\n'),
}

function toCsvLine(cidr: Cidr): string {
  const range = toRange(cidr)
  const [first, last] = formatRange(range).split('-')
  return `${formatCidr(cidr)},${first},${last},${countRange(range)}`
}

/** One interval set per family and a rule for each, as `nft -f` reads it. */
function writeNftables(cidrs: readonly Cidr[], { name, action }: ListOptions): string {
  const families = ([4, 6] as const).filter((version) => cidrs.some(by(version)))
  const sets = families.map((version) => {
    const elements = cidrs.filter(by(version)).map(formatCidr).join(',\n      ')
    return `  set ${name}${version} {\n    type ipv${version}_addr\n    flags interval\n    elements = {\n      ${elements}\n    }\n  }`
  })
  const verdict = action === 'allow' ? 'accept' : 'drop'
  const rules = families.map((version) => `    ip${version === 6 ? '6' : ''} saddr @${name}${version} ${verdict}`)
  const chain = `  chain ${name}_input {\n    type filter hook input priority filter; policy accept;\n${rules.join('\n')}\n  }`
  return `table inet ${name} {\n${[...sets, chain].join('\n')}\n}`
}

/** For `ipset restore`. A hash:net set cannot hold /0, which goes in as its two halves. */
function writeIpset(cidrs: readonly Cidr[], { name }: ListOptions): string {
  return ([4, 6] as const)
    .filter((version) => cidrs.some(by(version)))
    .flatMap((version) => {
      const own = cidrs
        .filter(by(version))
        .flatMap((cidr): Cidr[] =>
          cidr.prefix > 0
            ? [cidr]
            : [0n, 1n].map((half) => ({ version, value: half << (version === 4 ? 31n : 127n), prefix: 1 })),
        )
      const size = Math.max(65_536, own.length * 2)
      return [
        `create ${name}${version} hash:net family inet${version === 6 ? '6' : ''} maxelem ${size}`,
        ...own.map((cidr) => `add ${name}${version} ${formatCidr(cidr)}`),
      ]
    })
    .join('\n')
}

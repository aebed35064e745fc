import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Foreign programs that the tests use where they are installed, and the Debian package that brings each. */
export const PEERS = {
  chromium: 'chromium',
  openssl: 'openssl',
  'ssh-keygen': 'openssh-client',
  sshd: 'openssh-server',
  puttygen: 'putty-tools',
  oathtool: 'oathtool',
  gpg: 'gnupg',
  'mtr-packet': 'mtr-tiny',
  mmdblookup: 'mmdb-bin',
  named: 'bind9',
  dig: 'bind9-dnsutils',
  delv: 'bind9-dnsutils',
  unbound: 'unbound',
  xsltproc: 'xsltproc',
  lz4: 'lz4',
  nginx: 'nginx',
  'gnutls-serv': 'gnutls-bin',
  'redis-server': 'redis-server',
  pgbouncer: 'pgbouncer',
  nmap: 'nmap',
  wrk: 'wrk',
  gcc: 'gcc',
  ss: 'iproute2',
  iptables: 'iptables',
  ping: 'iputils-ping',
  traceroute: 'traceroute',
  'systemd-analyze': 'systemd',
  promtool: 'prometheus',
} as const satisfies Record<string, string>

/** Path of a program in PATH or in the places of system programs; undefined when it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin']
  for (const folder of folders) {
    const path = join(folder, name)
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return undefined
}

/** Two lines: which real peers took part in the tests, and which did not. */
export async function describePeers(): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(PEERS).map(async ([name, debian]) => ({ name, debian, path: await findProgram(name) })),
  )
  const here = found.filter(({ path }) => path).map(({ name }) => name)
  const away = found.filter(({ path }) => !path).map(({ name, debian }) => `${name} (apt-get install ${debian})`)
  return [
    `Real peers here, which take part in the tests: ${here.join(', ') || 'none'}`,
    `Real peers not installed here: ${away.join(', ') || 'none'}`,
  ]
}

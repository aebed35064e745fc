import { execFileSync, spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { findProgram } from './peers.ts'

/** Four links in a row: src – r1 – r2 – r3 – dst, each in a network namespace of its own. */
export type Lab = Disposable & {
  /** Runs a program inside a namespace and returns what it prints. */
  run(place: Place, program: string, ...args: readonly string[]): string
  /** Starts a program inside a namespace, which can be written to and read; it ends with the lab. */
  start(place: Place, program: string, ...args: readonly string[]): ChildProcessByStdio<Writable, Readable, null>
  /** Joins two places by one link more, of this number. */
  addLink(near: Place, far: Place, link: number): void
  /** Gives the four links, and one more from r1 to r2 of this number, addresses of IPv6 and the routes to them. */
  addIpv6(second: number): void
  /** `2001:db8:<link>::<end>`, once there is IPv6. */
  address6(link: number, end: 1 | 2): string
  /** `198.18.<link>.<end>`; link 0 is src–r1, end 1 the near and 2 the far side. */
  address(link: number, end: 1 | 2): string
}
export type Place = (typeof PLACES)[number]

const PLACES = ['src', 'r1', 'r2', 'r3', 'dst'] as const
const LAST_LINK = PLACES.length - 2
/** Written by hand, for `sysctl` is not in every PATH. */
const SETTINGS = 'echo 1 > /proc/sys/net/ipv4/ip_forward; echo 0 > /proc/sys/net/ipv4/icmp_ratelimit'
const SETTINGS_IPV6 =
  'echo 1 > /proc/sys/net/ipv6/conf/all/forwarding; echo 0 > /proc/sys/net/ipv6/icmp/ratelimit; echo 1 > /proc/sys/net/ipv6/fib_multipath_hash_policy'
/** `ip` and `iptables` are programs of the system, which a bare PATH leaves out. */
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }

/** Builds the lab (needs root and iproute2); the addresses are of the benchmarking block (RFC 2544). */
export function createLab(): Lab {
  const prefix = `oct${process.pid}-`
  const children: ChildProcess[] = []
  const ip = (...args: readonly string[]) => execFileSync('ip', args, { encoding: 'utf8', env: ENVIRONMENT })
  const inside = (place: Place, ...args: readonly string[]) => ip('netns', 'exec', prefix + place, 'ip', ...args)
  const address = (link: number, end: 1 | 2) => `198.18.${link}.${end}`
  const address6 = (link: number, end: 1 | 2) => `2001:db8:${link}::${end}`
  const addIpv6 = (second: number) => {
    for (const place of PLACES)
      execFileSync('ip', ['netns', 'exec', prefix + place, 'sh', '-c', SETTINGS_IPV6], { stdio: 'ignore', env: ENVIRONMENT })
    const ends = [...Array(LAST_LINK + 1).keys()].map((link) => [link, PLACES[link]!, PLACES[link + 1]!] as const)
    for (const [link, near, far] of [...ends, [second, 'r1', 'r2'] as const]) {
      inside(near, '-6', 'addr', 'add', `${address6(link, 1)}/64`, 'dev', `n${link}`, 'nodad')
      inside(far, '-6', 'addr', 'add', `${address6(link, 2)}/64`, 'dev', `f${link}`, 'nodad')
    }
    for (const [index, place] of PLACES.entries())
      for (let link = 0; link <= LAST_LINK; link++) {
        if (link > index) inside(place, '-6', 'route', 'add', `2001:db8:${link}::/64`, 'via', address6(index, 2))
        if (link < index - 1) inside(place, '-6', 'route', 'add', `2001:db8:${link}::/64`, 'via', address6(index - 1, 1))
      }
  }
  const addLink = (near: Place, far: Place, link: number) => {
    ip('link', 'add', `n${link}`, 'netns', prefix + near, 'type', 'veth', 'peer', 'name', `f${link}`, 'netns', prefix + far)
    inside(near, 'addr', 'add', `${address(link, 1)}/24`, 'dev', `n${link}`)
    inside(far, 'addr', 'add', `${address(link, 2)}/24`, 'dev', `f${link}`)
    inside(near, 'link', 'set', `n${link}`, 'up')
    inside(far, 'link', 'set', `f${link}`, 'up')
  }
  const dispose = () => {
    for (const child of children) child.kill('SIGKILL')
    for (const place of PLACES) {
      try {
        execFileSync('ip', ['netns', 'del', prefix + place], { stdio: 'ignore', env: ENVIRONMENT })
      } catch {
        continue // never made
      }
    }
  }
  try {
    for (const place of PLACES) {
      ip('netns', 'add', prefix + place)
      inside(place, 'link', 'set', 'lo', 'up')
      // the kernel answers too few probes otherwise (icmp_ratelimit)
      execFileSync('ip', ['netns', 'exec', prefix + place, 'sh', '-c', SETTINGS], { stdio: 'ignore', env: ENVIRONMENT })
    }
    for (let link = 0; link <= LAST_LINK; link++) addLink(PLACES[link]!, PLACES[link + 1]!, link)
    for (const [index, place] of PLACES.entries()) {
      for (let link = 0; link <= LAST_LINK; link++) {
        if (link > index) inside(place, 'route', 'add', `198.18.${link}.0/24`, 'via', address(index, 2))
        if (link < index - 1) inside(place, 'route', 'add', `198.18.${link}.0/24`, 'via', address(index - 1, 1))
      }
    }
  } catch (error) {
    dispose()
    throw error
  }
  return {
    run: (place, program, ...args) =>
      execFileSync('ip', ['netns', 'exec', prefix + place, program, ...args], {
        encoding: 'utf8',
        timeout: 20_000,
        env: ENVIRONMENT,
      }),
    start: (place, program, ...args) => {
      const child = spawn('ip', ['netns', 'exec', prefix + place, program, ...args], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: ENVIRONMENT,
      })
      children.push(child)
      return child
    },
    addLink,
    addIpv6,
    address,
    address6,
    [Symbol.dispose]: dispose,
  }
}

/** Why the lab cannot be built here; false when it can. */
export function skipLab(): string | false {
  if (process.getuid?.() !== 0) return 'needs root for network namespaces'
  const missing = ['ip', 'iptables', 'mtr-packet'].filter((name) => !findProgram(name))
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`
  const name = `oct${process.pid}-try`
  const ip = (...args: readonly string[]) => execFileSync('ip', ['netns', ...args], { stdio: 'ignore', env: ENVIRONMENT })
  try {
    ip('add', name)
  } catch {
    return 'this machine does not let root make network namespaces'
  }
  try {
    ip('exec', name, 'iptables', '-A', 'INPUT', '-p', 'tcp', '-j', 'DROP')
    return false
  } catch {
    return 'the kernel has no packet filter for network namespaces'
  } finally {
    ip('del', name)
  }
}

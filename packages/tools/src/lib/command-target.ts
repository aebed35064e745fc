import { findAddress } from '@octet/core/ip/address.ts'
import domain from '../kinds/domain.ts'

/** Longer lines are scripts. */
const MAX_CHARS = 300

/**
 * The host that a command of a terminal is about, and a port behind it; undefined for other programs and lines.
 *
 * @example
 * findCommandTarget('$ sudo ping -c 4 example.com', ['ping']) // { host: 'example.com', port: undefined }
 */
export function findCommandTarget(
  line: string,
  programs: readonly string[],
): { readonly host: string; readonly port: number | undefined } | undefined {
  if (line.length > MAX_CHARS || line.includes('\n')) return undefined
  const [program = '', ...words] = line
    .replace(/^[$#>%]\s+/, '')
    .replace(/^sudo\s+/, '')
    .split(/\s+/)
  if (!programs.includes(program.toLowerCase().replace(/\.exe$/, ''))) return undefined
  // Options begin with - or +, and dig names the server it asks with @.
  const hosts = [...words.keys()].filter((each) => !/^[-+@]/.test(words[each]!) && isHost(split(words[each]!).host))
  // What -h names is whom whois asks.
  const at = hosts.find((each) => words[each - 1] !== '-h') ?? hosts[0]
  if (at === undefined) return undefined
  const { host, port = words[at + 1] } = split(words[at]!)
  const isPort = port !== undefined && /^[1-9]\d{0,4}$/.test(port) && Number(port) < 65_536
  return { host, port: isPort ? Number(port) : undefined }
}

const isHost = (word: string): boolean => findAddress(word) !== undefined || domain.detect(word) !== undefined

/** `example.com:443` and `[2001:db8::1]:443` in two. */
function split(word: string): { host: string; port?: string } {
  const [, inside, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(word) ?? []
  return port === undefined ? { host: word } : { host: inside ?? plain ?? '', port }
}

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
export function findCommandTarget(line: string, programs: readonly string[]): CommandTarget | undefined {
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

/**
 * The host behind a word that says what to look up, as MxToolbox and its like take it: `mx:example.com`, `spf example.com`,
 * `tcp:example.com:25`; undefined for other words. Behind a blank a single letter is the word of a sentence.
 *
 * @example
 * findShorthand('mx:example.com', ['mx']) // { host: 'example.com', port: undefined }
 */
export function findShorthand(line: string, words: readonly string[]): CommandTarget | undefined {
  const [, word = '', mark = '', target = ''] = /^([\p{L}\d-]{1,20})(\s*[:：]\s*|\s+)(\S{1,260})$/u.exec(line) ?? []
  if (!words.includes(word.toLowerCase()) || (word.length === 1 && mark.trim() === '')) return undefined
  const { host, port } = split(target)
  return isHost(host) ? { host, port: port === undefined ? undefined : Number(port) } : undefined
}

/** The host that a line is about, and a port behind it. */
export type CommandTarget = { readonly host: string; readonly port: number | undefined }

/** Whether a word is an address or the name of a host. */
export const isHost = (word: string): boolean => findAddress(word) !== undefined || domain.detect(word) !== undefined

/** `example.com:443` and `[2001:db8::1]:443` in two. */
function split(word: string): { host: string; port?: string } {
  const [, inside, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(word) ?? []
  return port === undefined ? { host: word } : { host: inside ?? plain ?? '', port }
}

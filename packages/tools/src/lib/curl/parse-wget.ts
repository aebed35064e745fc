import type { Text } from '@octet/core/text.ts'
import type { Shell } from '../shell/shells.ts'
import { readCurlWords } from './parse-curl.ts'
import { splitCommandOf } from './split-command.ts'
import type { Reading } from './request.ts'

/** Options of Wget 1.25 and those of curl that ask for the same; what takes a value ends in `=`. */
const SAME: Readonly<Record<string, string>> = {
  'header=': '--header',
  'user-agent=': '--user-agent',
  'referer=': '--referer',
  'method=': '--request',
  'post-data=': '--data-raw',
  'body-data=': '--data-raw',
  'output-document=': '--output',
  'no-check-certificate': '--insecure',
}
/** Those whose value is a file that is sent as it is. */
const FILES = new Set(['post-file=', 'body-file='])
const SHORT: Readonly<Record<string, string>> = { U: 'user-agent=', O: 'output-document=', T: 'timeout=', t: 'tries=', P: 'directory-prefix=', o: 'output-file=', a: 'append-output=', i: 'input-file=', e: 'execute=', w: 'wait=', Q: 'quota=', l: 'level=', A: 'accept=', R: 'reject=', D: 'domains=', I: 'include-directories=', X: 'exclude-directories=', B: 'base=' } // prettier-ignore
/** Options that change what is shown or how it is fetched, and nothing of the request. */
const SILENT = new Set(
  'quiet verbose no-verbose nv server-response continue show-progress progress= tries= timeout= q v d S c debug'.split(' '),
)
const WITH_VALUE = new Set([
  ...Object.keys(SAME),
  ...FILES,
  ...Object.values(SHORT),
  ...`user= password= http-user= http-password= max-redirect= load-cookies= save-cookies= compression= progress= limit-rate=
  connect-timeout= dns-timeout= read-timeout= certificate= private-key= ca-certificate= secure-protocol= bind-address= waitretry=`.split(
    /\s+/,
  ),
])

/** Reads a command line of Wget, which follows redirects. Throws `syntax_error`, `unsupported_value`. */
export function parseWget(text: string, shell: Shell): Reading {
  const { words, notes } = splitCommandOf(text, shell, 'wget')
  const options: string[] = []
  const left: Text[] = []
  let user: string | undefined
  let password = ''
  let isFollowing = true
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (!word.startsWith('-') || word === '-') {
      options.push(word)
      continue
    }
    const { name, value } = readOption(word, () => words[++at] ?? '')
    if (name === 'user=' || name === 'http-user=') user = value
    else if (name === 'password=' || name === 'http-password=') password = value
    else if (name === 'max-redirect=') isFollowing = value !== '0'
    else if (name === 'compression=') options.push(...(value === 'none' ? [] : ['--compressed']))
    else if (FILES.has(name)) options.push('--data-binary', `@${value}`)
    else if (Object.hasOwn(SAME, name)) options.push(SAME[name]!, ...(name.endsWith('=') ? [value] : []))
    else if (!SILENT.has(name))
      left.push({ en: `${word}${value && ` ${value}`} is left out`, zh: `未转换 ${word}${value && ` ${value}`}` })
  }
  if (user !== undefined) options.push('--user', `${user}:${password}`)
  return readCurlWords([...(isFollowing ? ['--location'] : []), ...options], [...notes, ...left])
}

function readOption(word: string, next: () => string): { readonly name: string; readonly value: string } {
  const [, long, joined] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(word) ?? []
  if (long !== undefined) {
    if (!WITH_VALUE.has(`${long}=`)) return { name: long, value: '' }
    return { name: `${long}=`, value: joined ?? next() }
  }
  // Letters may stand together, and the value of the last behind it: -qO- is -q and -O -.
  const letters = word.slice(1)
  const at = letters === 'nv' ? -1 : Array.from(letters).findIndex((letter) => Object.hasOwn(SHORT, letter))
  if (at < 0) return { name: /^[qvdSc]+$/.test(letters) ? 'q' : letters, value: '' }
  return { name: SHORT[letters[at]!]!, value: letters.slice(at + 1) || next() }
}

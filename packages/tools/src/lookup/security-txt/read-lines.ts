import { bad, notice, type Problem } from './problem.ts'

export type Field = {
  readonly line: number
  /** As it is written. */
  readonly name: string
  readonly value: string
}

export type ReadFile = {
  readonly fields: readonly Field[]
  readonly isSigned: boolean
  readonly problems: readonly Problem[]
}

/** More lines are in no file that somebody wrote. */
const MOST_LINES = 5_000
const MOST_PROBLEMS = 200
/** What readers may refuse (RFC 9116 §5.4). */
const MAX_BYTES = 32 * 1024
const BEGIN = '-----BEGIN PGP SIGNED MESSAGE-----'
const SIGNATURE = '-----BEGIN PGP SIGNATURE-----'
const END = '-----END PGP SIGNATURE-----'
/** Of a name all that can be seen but the colon (RFC 5322 §3.6.8). */
const FIELD = /^([!-9;-~]+)([ \t]*):([ \t]*)(.*)$/

/** Takes a security.txt apart (RFC 9116 §2, §4): fields, and whether they are signed. */
export function readLines(text: string): ReadFile {
  const problems: Problem[] = [...checkWhole(text)]
  const fields: Field[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r(?!\n)/)
  const { from, to, isSigned } = findSigned(lines, problems)
  for (let at = from; at < Math.min(to, MOST_LINES); at++) {
    const line = isSigned ? lines[at]!.replace(/^- /, '') : lines[at]!
    if (line.trim() !== '' && !line.startsWith('#')) readField(line, at + 1, { fields, problems })
  }
  return { fields, isSigned, problems: problems.slice(0, MOST_PROBLEMS) }
}

function checkWhole(text: string): Problem[] {
  const bytes = new TextEncoder().encode(text).length
  const bare = text.search(/\r(?!\n)/)
  const line = bare === -1 ? 0 : text.slice(0, bare).split('\n').length
  return [
    ...(text.startsWith('\uFEFF')
      ? [
          notice(
            '4',
            'The file begins with a byte order mark, which some readers take for a part of the first name',
            '文件以字节顺序标记（BOM）开头，部分程序会把它当作首个字段名的一部分',
            1,
          ),
        ]
      : []),
    ...(line > 0
      ? [
          bad(
            '2.2',
            'A line ends with CR alone; LF or CR and LF are what ends one',
            '该行仅以 CR 结尾；行尾应为 LF 或 CRLF',
            line,
          ),
        ]
      : []),
    ...(bytes > MAX_BYTES
      ? [
          notice(
            '5.4',
            `The file has ${bytes} bytes; readers may refuse more than ${MAX_BYTES}`,
            `文件共 ${bytes} 字节；超过 ${MAX_BYTES} 字节时读取程序可能拒绝`,
          ),
        ]
      : []),
  ]
}

/** The lines that a signature in the clear is over; all of them where there is none (RFC 9580 §7). */
function findSigned(lines: readonly string[], problems: Problem[]): { from: number; to: number; isSigned: boolean } {
  const begin = lines.findIndex((line) => line.trimEnd() === BEGIN)
  if (begin === -1) return { from: 0, to: lines.length, isSigned: false }
  const written = (at: number) => lines[at]!.trim() !== ''
  const outside = lines.slice(0, begin).findIndex((_, at) => written(at))
  if (outside !== -1) problems.push(toOutside(outside + 1))
  const blank = lines.findIndex((line, at) => at > begin && line.trim() === '')
  const from = blank === -1 ? begin + 1 : blank + 1
  const to = lines.findIndex((line, at) => at >= from && line.trimEnd() === SIGNATURE)
  const end = lines.findIndex((line, at) => at > to && line.trimEnd() === END)
  if (to === -1 || end === -1) {
    problems.push(
      bad(
        '2.3',
        'A signed text begins here, but its signature does not come, or does not end',
        '此处开始的签名文本没有签名，或签名不完整',
        begin + 1,
      ),
    )
    return { from, to: to === -1 ? lines.length : to, isSigned: to !== -1 }
  }
  const behind = lines.findIndex((line, at) => at > end && line.trim() !== '')
  if (behind !== -1) problems.push(toOutside(behind + 1))
  return { from, to, isSigned: true }
}

const toOutside = (line: number): Problem =>
  bad(
    '2.3',
    'This stands outside of what is signed, so that anybody may have added it',
    '此行不在签名范围内，可能是任何人添加的',
    line,
  )

type Into = { readonly fields: Field[]; readonly problems: Problem[] }

function readField(line: string, at: number, { fields, problems }: Into): void {
  const [, name, before, after, rest] = FIELD.exec(line.trimStart()) ?? []
  if (name === undefined) {
    problems.push(
      bad(
        '4',
        `Neither a field such as “Contact: …” nor a comment: “${toShown(line)}”`,
        `既不是“Contact: …”之类的字段，也不是注释：“${toShown(line)}”`,
        at,
      ),
    )
    return
  }
  const value = rest!.trim()
  if (/^[ \t]/.test(line)) problems.push(bad('4', `${name} begins with a blank`, `${name} 前有空白`, at))
  if (before !== '') problems.push(bad('4', `There is a blank between ${name} and the colon`, `${name} 与冒号之间有空白`, at))
  if (after === '' && value !== '')
    problems.push(notice('4', `A blank belongs behind “${name}:”`, `“${name}:”之后应有一个空格`, at))
  if (value === '') problems.push(bad('4', `${name} has no value`, `${name} 没有值`, at))
  else fields.push({ line: at, name, value })
}

const toShown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

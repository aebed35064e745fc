import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { readMode, writeClauses, writeOctal, writeSymbols } from './mode.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })
const allowed = z.boolean()
const person = (en: string, zh: string) =>
  z
    .object({
      read: allowed.meta({ label: { en: 'Read', zh: '读' } }),
      write: allowed.meta({ label: { en: 'Write', zh: '写' } }),
      execute: allowed.meta({ label: { en: 'Execute', zh: '执行' } }),
    })
    .meta({ label: { en, zh } })

export default defineTool({
  id: 'chmod',
  route: '/generate/chmod',
  group: 'generate',
  rank: 60,
  icon: 'LockAccess',
  title: { en: 'Unix permissions (chmod)', zh: 'Unix 权限计算（chmod）' },
  summary: {
    en: 'Octal ↔ rwx ↔ u=rwx,go=rx, with setuid, setgid, sticky and umask',
    zh: '八进制、rwx、u=rwx,go=rx 互转，含 setuid、setgid、粘滞位与 umask',
  },
  keywords: ['permission', 'umask', 'setuid', 'sticky', '权限', '文件权限', '755', 'file permissions', '777', '644'],
  accepts: { permissions: { text: '' } },
  input: z.object({
    text: z
      .string()
      .max(1000)
      .meta({
        label: { en: 'Mode or change', zh: '权限或修改' },
        main: true,
        placeholder: { en: '755 · rwxr-xr-x · u+x,go-w', zh: '755 · rwxr-xr-x · u+x,go-w' },
      }),
    base: z
      .string()
      .regex(/^[0-7]{1,4}$/, { error: '0–7777' })
      .default('644')
      .meta({ label: { en: 'Change is applied to', zh: '修改的起始权限' }, advanced: true }),
  }),
  output: z.object({
    text: shown('Octal', '八进制'),
    symbols: shown('Letters', '字母'),
    clauses: shown('For chmod', 'chmod 写法'),
    command: shown('Command', '命令'),
    owner: person('Owner', '所有者'),
    group: person('Group', '用户组'),
    others: person('Others', '其他人'),
    umask: shown('umask that leaves it (directories)', '得到此权限的 umask（目录）'),
    note: z
      .string()
      .optional()
      .meta({ label: { en: 'Note', zh: '提示' } }),
  }),
  examples: [
    {
      name: { en: 'A program', zh: '程序' },
      input: { text: '755' },
      output: {
        text: '755',
        symbols: 'rwxr-xr-x',
        clauses: 'u=rwx,g=rx,o=rx',
        command: 'chmod 755 file',
        owner: { read: true, write: true, execute: true },
        group: { read: true, write: false, execute: true },
        others: { read: true, write: false, execute: true },
        umask: '022',
      },
    },
    { name: { en: 'setuid', zh: 'setuid 程序' }, input: { text: '-rwsr-xr-x' } },
    { name: { en: 'A change', zh: '修改权限' }, input: { text: 'u+x,go-r', base: '644' } },
  ],
  run({ text, base }, { lang }) {
    const start = Number.parseInt(base, 8)
    const mode = readMode(text, start)
    const octal = writeOctal(mode)
    const notes = [...listNotes(mode), ...toUmaskNote(mode, readMode(text, start, USUAL_UMASK))]
    const note = notes.map((words) => words[lang]).join(lang === 'zh' ? '；' : '; ')
    return {
      text: octal,
      symbols: writeSymbols(mode),
      clauses: writeClauses(mode),
      command: `chmod ${octal} file`,
      owner: toRights(mode >> 6),
      group: toRights(mode >> 3),
      others: toRights(mode),
      umask: (0o777 & ~mode).toString(8).padStart(3, '0'),
      ...(note ? { note } : {}),
    }
  },
})

function toRights(bits: number) {
  return { read: Boolean(bits & 4), write: Boolean(bits & 2), execute: Boolean(bits & 1) }
}

/** What most systems set. */
const USUAL_UMASK = 0o022

/** Of a change that names nobody, as in `+w`. */
function toUmaskNote(mode: number, masked: number): Text[] {
  if (masked === mode) return []
  return [
    {
      en: `without u, g, o or a, chmod leaves the bits of the umask alone: with 022 this gives ${writeOctal(masked)}`,
      zh: `未写 u、g、o、a 时 chmod 不改动 umask 所含的位：umask 为 022 时结果是 ${writeOctal(masked)}`,
    },
  ]
}

function listNotes(mode: number): Text[] {
  const notes = [
    mode & 0o4000 && { en: 'runs as its owner (setuid)', zh: '以所有者身份运行（setuid）' },
    mode & 0o2000 && {
      en: 'runs as its group; in a directory, new files take its group (setgid)',
      zh: '以所属组身份运行；用于目录时新文件继承该组（setgid）',
    },
    mode & 0o1000 && {
      en: 'in a directory, only owners may remove their files (sticky)',
      zh: '用于目录时只有文件所有者可删除自己的文件（粘滞位）',
    },
    mode & 0o002 && { en: 'anyone may write', zh: '任何人都可写入' },
  ]
  return notes.filter((note) => note !== 0)
}

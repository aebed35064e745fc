import { AppError } from '@octet/core/errors.ts'
import type { BaseHost } from '@octet/core/host.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { createPacer } from '../../lib/pacer.ts'
import { refuseLong } from '../../lib/refuse-long.ts'
import { fitsSecret } from './check-secret.ts'
import { findSecrets, MAX_LINE, type Secret } from './find-secrets.ts'
import { FORMS, type Safety } from './forms.ts'
import { makeSecret, type MadeType } from './make-secret.ts'
import { toNotes } from './notes.ts'

export type DeviceInput = {
  task: 'read' | 'make'
  config: string
  password: string
  type: MadeType
}
type Row = { line: number; setting: string; form: string; safety: Safety; plain?: string; fits?: 'match' | 'differs' }
export type DeviceOutput = {
  text: string
  commands?: string
  rows?: Row[]
  masked?: string
  notes: string[]
}

const MAX_MEBI = 4
/** Rows that are shown: a configuration of thousands of users has as many. */
const MAX_ROWS = 5_000
/** Hashes that a password is tried with: each takes some 30 ms, and is meant to. */
const MAX_TRIED = 200
const REMOVED = '<removed>'

/** Finds and reads the passwords of a configuration, or makes one. Throws `bad_input`, `too_large`. */
export async function runDevicePassword(input: DeviceInput, host: BaseHost): Promise<DeviceOutput> {
  if (input.task === 'make') {
    const { text, commands, notes } = await makeSecret(input.password, input.type, (sizeBytes) => host.random(sizeBytes))
    return { text, commands, notes: notes.map((note) => note[host.lang]) }
  }
  const { config, password } = input
  refuseLong(config, MAX_MEBI, 'config')
  if (config.trim() === '')
    throw new AppError('bad_input', {
      field: 'config',
      expected: { en: 'a configuration, or one password of it', zh: '配置内容，或其中的一个密码' },
      got: { en: 'nothing', zh: '空' },
    })
  const breathe = createPacer(host.signal)
  const lines = config.split('\n')
  const secrets = await findSecrets(lines, breathe)
  if (secrets.length > MAX_ROWS)
    throw new AppError('too_large', {
      field: { en: 'Passwords in the configuration', zh: '配置中的密码' },
      limit: MAX_ROWS,
      got: secrets.length,
    })
  const fits = password === '' ? [] : await tryPassword(password, secrets, breathe)
  const notes = toNotes(secrets)
  if (secrets.filter(isTried).length > MAX_TRIED && password !== '') notes.push(ONLY_SOME)
  if (lines.some((line) => line.length > MAX_LINE)) notes.push(LONG_LINES)
  return {
    text: toSummary(secrets, host.lang),
    rows: secrets.map(({ line, setting, form, plain }, index) => ({
      line,
      setting,
      form: FORMS[form].name[host.lang],
      safety: FORMS[form].safety,
      ...(plain !== undefined && { plain }),
      ...(fits[index] !== undefined && { fits: fits[index] ? ('match' as const) : ('differs' as const) }),
    })),
    ...(!isAlone(secrets) && { masked: mask(lines, secrets) }),
    notes: notes.map((note) => note[host.lang]),
  }
}

/** A single value, in no configuration. */
const isAlone = ([first, ...more]: readonly Secret[]): boolean => first?.setting === '' && more.length === 0

const isTried = ({ plain }: Secret): boolean => plain === undefined

/** Which secrets a password fits, in their order. */
async function tryPassword(
  password: string,
  secrets: readonly Secret[],
  breathe: () => Promise<void> | undefined,
): Promise<(boolean | undefined)[]> {
  const fits: (boolean | undefined)[] = []
  let tried = 0
  for (const secret of secrets) {
    if (!isTried(secret)) fits.push(secret.plain === password)
    else fits.push(tried++ < MAX_TRIED ? await fitsSecret(password, secret) : undefined)
    await breathe()
  }
  return fits
}

/** The password itself where there is one; else what each line says. */
function toSummary(secrets: readonly Secret[], lang: Lang): string {
  if (secrets.length === 0) return lang === 'zh' ? NOTHING.zh : NOTHING.en
  const say = ({ plain, form }: Secret) => plain ?? FORMS[form].name[lang]
  const [first, ...more] = secrets
  if (more.length === 0) return say(first!)
  return secrets.map((secret) => `${secret.line}: ${say(secret)}`).join('\n')
}

/** The configuration with a word in place of each password. */
function mask(lines: readonly string[], secrets: readonly Secret[]): string {
  const out = [...lines]
  // From behind, so that places in front of it stay.
  for (const { line, start, end } of secrets.toReversed()) {
    const whole = out[line - 1] ?? ''
    out[line - 1] = `${whole.slice(0, start)}${REMOVED}${whole.slice(end)}`
  }
  return out.join('\n')
}

const NOTHING: Text = { en: 'No password found.', zh: '未找到密码。' }
const ONLY_SOME: Text = {
  en: `The password was tried with the first ${MAX_TRIED} hashes only.`,
  zh: `仅用前 ${MAX_TRIED} 个哈希校验了该密码。`,
}
const LONG_LINES: Text = {
  en: `Of lines with more than 10,000 characters only so many were looked at: what is behind them is still there.`,
  zh: `超过 10,000 个字符的行只检查到该长度，其后的内容未处理。`,
}

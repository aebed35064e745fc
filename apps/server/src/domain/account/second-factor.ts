import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '@octet/core/errors.ts'
import type { Database, Queries } from '../../storage/database.ts'
import * as rows from '../../storage/queries/second-factor.ts'
import { addMail, type MailOrder } from '../mail/outbox.ts'
import { holdCurrent, type Current } from './current.ts'
import { toHash } from './secret.ts'
import { tellEnded, type Session } from './sessions.ts'

const PERIOD_S = 30
const RECOVERY_CODES = 10
const IS_OFF = { en: 'no second factor is on', zh: '两步验证未启用' }
const IS_ON = { en: 'a second factor is on, and is switched off first, by a code of it', zh: '两步验证已启用，请先用验证码关闭' }

/** A secret that is not in force yet: shown as a picture, confirmed by the first code. */
export function makeTotp({ email, brand }: { email: string; brand: string }): { secret: string; url: string } {
  const secret = new Secret({ size: 20 })
  return { secret: secret.base32, url: toTotp(secret.base32, { email, brand }).toString() }
}

/** Puts a second factor in force, and tells the account by mail. Throws `wrong_code`, `wrong_password`, `forbidden` where there is one. Gives the recovery codes, this once. */
export async function enableTotp(
  database: Database,
  current: Current,
  { secret, code, brand }: { secret: string; code: string; brand: string },
): Promise<string[]> {
  const step = findStep(secret, toBare(code))
  if (step === undefined) throw new AppError('wrong_code')
  const codes = makeRecoveryCodes()
  await database.transact(async (queries) => {
    await holdCurrent(queries, current)
    const { accountId } = current
    const enabled = await rows.setTotp(queries, accountId, { secret, step })
    if (!enabled) throw new AppError('forbidden', { reason: IS_ON })
    await rows.replaceRecoveryCodes(queries, accountId, codes.map(toHash))
    await tellOwner(queries, accountId, { ...enabled, kind: 'second_factor_on', brand })
    await tellEnded(queries, accountId)
  })
  return codes
}

const makeRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    randomBytes(8)
      .toString('hex')
      .replace(/(.{8})/, '$1-'),
  )

/**
 * Puts new recovery codes in the place of those before, and tells the account by mail; the code proves that the person still
 * has the second factor. Throws `wrong_code`, `code_required`. Gives the codes, this once.
 */
export async function renewRecoveryCodes(
  database: Database,
  { accountId }: Session,
  { code, brand }: { code: string; brand: string },
): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await database.transact(async (queries) => {
    await takeSecondFactor(queries, accountId, code)
    await rows.replaceRecoveryCodes(queries, accountId, codes.map(toHash))
    const owner = await rows.getOwner(queries, accountId)
    await tellOwner(queries, accountId, { ...owner, kind: 'recovery_codes_new', brand })
  })
  return codes
}

/** Ends the second factor; the code proves that the person still has it. Throws `wrong_code`, `code_required`. */
export function disableTotp(
  database: Database,
  session: Session,
  { code, brand }: { code: string; brand: string },
): Promise<void> {
  return database.transact(async (queries) => {
    await takeSecondFactor(queries, session.accountId, code)
    await endTotp(queries, session.accountId, brand)
  })
}

/** What an operator does for somebody who has lost the app and the recovery codes. Throws `no_such`, `not_now` where none is on. */
export function dropTotp(database: Database, accountId: string, brand: string): Promise<void> {
  return database.transact(async (queries) => {
    const account = await rows.holdTotp(queries, accountId)
    if (!account) throw new AppError('no_such', { what: { en: 'account', zh: '账户' }, got: accountId })
    if (account.totp_secret === null) throw new AppError('not_now', { reason: IS_OFF })
    await endTotp(queries, accountId, brand)
  })
}

async function endTotp(queries: Queries, accountId: string, brand: string): Promise<void> {
  const ended = await rows.dropTotp(queries, accountId)
  await tellOwner(queries, accountId, { ...ended, kind: 'second_factor_off', brand })
  await tellEnded(queries, accountId)
}

type Change = Pick<MailOrder, 'kind' | 'lang' | 'brand'> & { readonly email: string }

/** It decides who gets in: the owner hears of it. */
function tellOwner(queries: Queries, accountId: string, { email: recipient, ...words }: Change): Promise<void> {
  return addMail(queries, { accountId, recipient, ...words })
}

/** Uses up a code of the app or a recovery code; each counts once (RFC 6238 §5.2). Throws `code_required`, `wrong_code`. */
export async function takeSecondFactor(queries: Queries, accountId: string, code: string | undefined): Promise<void> {
  if (code === undefined || code.trim() === '') throw new AppError('code_required')
  const text = toBare(code)
  const secret = (await rows.holdTotp(queries, accountId))?.totp_secret ?? null
  const step = secret === null ? undefined : findStep(secret, text)
  const isUsed =
    step === undefined
      ? await rows.takeRecoveryCode(queries, accountId, toHash(text))
      : await rows.takeStep(queries, accountId, step)
  if (!isUsed) throw new AppError('wrong_code')
}

/** A code as it is compared: apps show theirs in two groups, keyboards write wide digits, and paper loses the hyphen. */
function toBare(code: string): string {
  const signs = code
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '')
  return signs.replace(/^([\da-f]{8})([\da-f]{8})$/, '$1-$2')
}

/** The time step a code belongs to: the present one or a neighbour. */
function findStep(secret: string, code: string): number | undefined {
  const timestamp = Date.now()
  const totp = toTotp(secret, { email: '', brand: '' })
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp, window: 1 }) : null
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_S) + delta
}

function toTotp(secret: string, { email, brand }: { email: string; brand: string }): TOTP {
  return new TOTP({
    issuer: brand.replaceAll(/\s*:\s*/g, ' '), // a colon parts it from the account in the link
    label: email,
    secret: Secret.fromBase32(secret),
    period: PERIOD_S,
    digits: 6,
    algorithm: 'SHA1',
  })
}

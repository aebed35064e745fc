import { toErrorMessage, type ErrorKey } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Failure } from './request.ts'

/** Where the words of a failure belong. */
export type FormField = 'email' | 'phone' | 'password' | 'confirmPassword' | 'current' | 'agree' | 'code' | 'form'

/** What is wrong, by field; empty when nothing is. */
export type FormErrors = Readonly<Partial<Record<FormField, string>>>

const FIELDS: Readonly<Partial<Record<ErrorKey, FormField>>> = {
  email_wrong: 'email',
  password_missing: 'password',
  password_weak: 'password',
  wrong_login: 'password',
  wrong_password: 'current',
  passwords_differ: 'confirmPassword',
  agreement_missing: 'agree',
  code_required: 'code',
  wrong_code: 'code',
}

/** The words of a failure of the server, at the field they are about. */
export function toFormErrors({ error, field, msg }: Failure): FormErrors {
  const place = FIELDS[error as ErrorKey] ?? (field === 'phone' || field === 'email' ? field : 'form')
  return { [place]: msg }
}

/** The words of an error that is found before anything is sent. */
export const toFormError = (key: ErrorKey, lang: Lang): string => toErrorMessage({ key, details: {} }, lang)

/** Whether a text may be an address at all; the server knows the rest. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@＠]+[@＠][^\s@＠]+\.[^\s@＠]+$/.test(text.trim())

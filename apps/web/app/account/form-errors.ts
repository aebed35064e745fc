import { toErrorMessage, type ErrorKey } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toFailureText } from './failure-in.ts'
import type { Failure } from './request.ts'

/** Where the words of a failure belong. */
export type FormField = 'email' | 'phone' | 'password' | 'confirmPassword' | 'current' | 'agree' | 'code' | 'form'

/** Words that follow the language of the page, where they are known in both. */
export type Words = string | Text

/** What is wrong, by field; empty when nothing is. */
export type FormErrors = Readonly<Partial<Record<FormField, Words>>>

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
export function toFormErrors(failure: Failure): FormErrors {
  const { error, field } = failure
  const place = FIELDS[error as ErrorKey] ?? (field === 'phone' || field === 'email' ? field : 'form')
  return { [place]: toFailureText(failure) }
}

/** The words of an error that is found before anything is sent. */
export const toFormError = (key: ErrorKey): Text => ({
  en: toErrorMessage({ key, details: {} }, 'en'),
  zh: toErrorMessage({ key, details: {} }, 'zh'),
})

/** Whether a text may be an address at all; the server knows the rest. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@＠]+[@＠][^\s@＠]+\.[^\s@＠]+$/.test(text.trim())

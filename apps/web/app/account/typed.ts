import { create } from 'zustand'

/** What was typed into the forms, so that going from one to another or closing one loses nothing. Kept in memory only. */
export type Typed = {
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly confirmPassword: string
  readonly hasAgreed: boolean
  readonly isRemembered: boolean
}

const NOTHING: Typed = { email: '', phone: '', password: '', confirmPassword: '', hasAgreed: false, isRemembered: false }

export const useTyped = create<Typed>()(() => NOTHING)

export const keepTyped = (part: Partial<Typed>): void => useTyped.setState(part)

/** Forgets everything, once it has been used. */
export const forgetTyped = (): void => useTyped.setState(NOTHING)

import { create } from 'zustand'
import { showModal } from '../state/app-store.ts'
import type { Period } from './billing-data.ts'

/** What the payment dialog is about: a plan that is chosen, or an invoice that is open. */
export type PaySubject =
  | { readonly kind: 'plan'; readonly plan: string; readonly name: string; readonly period: Period }
  | { readonly kind: 'order'; readonly order: string }

type PayState = { readonly subject: PaySubject | undefined; readonly paidCount: number }

/** `paidCount` rises with everything that came of the dialog, so that pages read anew. */
export const usePayStore = create<PayState>()(() => ({ subject: undefined, paidCount: 0 }))

/** Opens the payment dialog. */
export function openPayment(subject: PaySubject): void {
  usePayStore.setState({ subject })
  showModal('pay')
}

export const tellPaid = (): void => usePayStore.setState(({ paidCount }) => ({ paidCount: paidCount + 1 }))

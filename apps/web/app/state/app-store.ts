import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { readPageLang } from '../page-lang.ts'
import { toast } from './toast-store.ts'

/** Modals of the site (SPEC §2), and the list of shortcuts. */
export const MODALS = ['login', 'register', 'forgot', 'pay', 'feedback', 'info', 'test', 'menu', 'shortcuts'] as const
export type ModalName = (typeof MODALS)[number]

/** One way to reach the operator. */
export type Contact = { readonly name: string; readonly value: string }

export type UserData = Readonly<Partial<Record<'phone' | 'email' | 'qq' | 'qq_code' | 'wx_code', readonly Contact[]>>>

export type InitData = Readonly<Record<string, unknown>> & {
  readonly userData?: UserData
  /** Ids of the tools that are switched on; all of them until it is known. */
  readonly tools?: readonly string[]
  /** Modals that are switched on, by the names of the server; all of them until it is known. */
  readonly modals?: readonly string[]
}

type AppState = {
  readonly modals: Readonly<Partial<Record<ModalName, boolean>>>
  /** Page of the login modal; 1 unless told, and 1 again once it is hidden. */
  readonly menuIndex: number
  readonly isPaletteOpen: boolean
  readonly initData: InitData | null
  /** Ids of the tools that are switched off; none until it is known. */
  readonly toolsOff: readonly string[]
  /** Modals that the operator has switched off; none until it is known. */
  readonly modalsOff: readonly ModalName[]
  readonly ipSelf: IpRecord | null
  readonly ipSelfFailure: string
  readonly reg_type: number
  readonly userData: UserData
}

const DEFAULT_MENU_INDEX = 1

export const useAppStore = create<AppState>()(() => ({
  modals: {},
  menuIndex: DEFAULT_MENU_INDEX,
  isPaletteOpen: false,
  initData: null,
  toolsOff: [],
  modalsOff: [],
  ipSelf: null,
  ipSelfFailure: '',
  reg_type: 0,
  userData: {},
}))

/** Says of a tool whether it is switched on. Where none is off, nothing is drawn anew when that is known. */
export function useIsOn(): (tool: { readonly id: string }) => boolean {
  const off = useAppStore(useShallow((state) => state.toolsOff))
  return ({ id }) => !off.includes(id)
}

const SWITCHED_OFF = { en: 'The operator of this site has switched this off', zh: '本站管理员已停用此功能' }

/** Which modals are off, by the list that the server gives of those that are on. The list of shortcuts is always there. */
export function findModalsOff(on: readonly string[]): ModalName[] {
  return MODALS.filter((name) => name !== 'shortcuts' && !on.includes(name === 'forgot' ? 'forgotPassword' : name))
}

/** Shows a modal; the login modal at a page of its own. Another one that is open gives way. One that is off is said to be so. */
export function showModal(name: ModalName, menuIndex = DEFAULT_MENU_INDEX): void {
  if (useAppStore.getState().modalsOff.includes(name)) return void toast.warning(SWITCHED_OFF[readPageLang()])
  useAppStore.setState({ modals: { [name]: true }, menuIndex, isPaletteOpen: false })
}

/** Hides a modal. Hiding the login modal sets its page back. */
export function hideModal(name: ModalName): void {
  useAppStore.setState(({ modals, menuIndex }) => ({
    modals: { ...modals, [name]: false },
    menuIndex: name === 'login' ? DEFAULT_MENU_INDEX : menuIndex,
  }))
}

export function setPaletteOpen(isPaletteOpen: boolean): void {
  useAppStore.setState(isPaletteOpen ? { isPaletteOpen, modals: {} } : { isPaletteOpen })
}

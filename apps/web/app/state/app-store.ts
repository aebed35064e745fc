import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { IpRecord } from '@octet/core/ip/record.ts'

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
}

type AppState = {
  readonly modals: Readonly<Partial<Record<ModalName, boolean>>>
  /** Page of the login modal; 1 unless told, and 1 again once it is hidden. */
  readonly menuIndex: number
  readonly isPaletteOpen: boolean
  readonly initData: InitData | null
  /** Ids of the tools that are switched off; none until it is known. */
  readonly toolsOff: readonly string[]
  readonly ipSelf: IpRecord | null
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
  ipSelf: null,
  reg_type: 0,
  userData: {},
}))

/** Says of a tool whether it is switched on. Where none is off, nothing is drawn anew when that is known. */
export function useIsOn(): (tool: { readonly id: string }) => boolean {
  const off = useAppStore(useShallow((state) => state.toolsOff))
  return ({ id }) => !off.includes(id)
}

/** Shows a modal; the login modal at a page of its own. Another one that is open gives way. */
export function showModal(name: ModalName, menuIndex = DEFAULT_MENU_INDEX): void {
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

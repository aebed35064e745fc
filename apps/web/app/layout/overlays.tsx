import { Suspense, type ComponentType } from 'react'
import { late, lateDialog } from '../late.tsx'
import { hideModal, MODALS, setPaletteOpen, useAppStore, type ModalName } from '../state/app-store.ts'
import { EarlySearch } from './early-search.tsx'
import { useShortcuts } from './use-shortcuts.ts'

export type ModalProps = { readonly onClose: () => void }

const modalModules = import.meta.glob<{ default: ComponentType<ModalProps> }>('../modals/*-modal.tsx')

const modals = Object.fromEntries(
  MODALS.map((name) => {
    const load = modalModules[`../modals/${name}-modal.tsx`]
    if (!load) throw new Error(`no file modals/${name}-modal.tsx`)
    return [name, lateDialog(load)]
  }),
) as Record<ModalName, ComponentType<ModalProps>>

const closePalette = () => setPaletteOpen(false)
const Palette = late(() => import('../palette/palette.tsx'))

/** The palette and the modals that are open; their code comes with the first opening. */
export function Overlays() {
  useShortcuts()
  const flags = useAppStore((state) => state.modals)
  const isPaletteOpen = useAppStore((state) => state.isPaletteOpen)
  return (
    <>
      {isPaletteOpen && (
        <Suspense fallback={<EarlySearch onClose={closePalette} />}>
          <Palette onClose={closePalette} />
        </Suspense>
      )}
      {MODALS.filter((name) => flags[name]).map((name) => {
        const Modal = modals[name]
        return <Modal key={name} onClose={() => hideModal(name)} />
      })}
    </>
  )
}

import { useEffect, useState } from 'react'
import { toolRows, toPlace } from '../catalogue.ts'
import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { readBuildMeta } from '../build-watch.ts'
import { useAppStore } from '../state/app-store.ts'
import { modalText } from '../text/modals.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FactList } from '../ui/fact-list.tsx'

/** Which build of the site and of the data this is. */
export default function InfoModal({ onClose }: ModalProps) {
  const t = useText()
  const initData = useAppStore((state) => state.initData)
  const [buildId, setBuildId] = useState('')
  useEffect(() => setBuildId(readBuildMeta()?.id ?? ''), [])
  const rows = [
    [t(modalText.build), buildId || '–'],
    [t(modalText.data), toDataWords(initData?.data ?? initData?.build ?? initData?.build_id) ?? t(modalText.noAnswer)],
    [t(modalText.toolCount), String(toolRows.length)],
    [t(modalText.here), String(toolRows.filter((row) => toPlace(row) === 'here').length)],
    [t(modalText.licence), 'Apache-2.0'],
  ] as const
  return (
    <Dialog title={t(modalText.info)} onClose={onClose}>
      <FactList rows={rows} />
    </Dialog>
  )
}

/** The build id of the data, wherever the server's answer carries it. */
function toDataWords(state: unknown): string | undefined {
  if (typeof state === 'string') return state
  if (typeof state !== 'object' || state === null) return undefined
  const values = state as Readonly<Record<string, unknown>>
  return [values.build, values.build_id, values.state, values.reason].find((value) => typeof value === 'string')
}

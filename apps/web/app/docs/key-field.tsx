import { useId } from 'react'
import { create } from 'zustand'
import { useText } from '../lang.tsx'
import { guideText } from '../text/guides.ts'

/** The visitor's key for trying calls: in memory only, so that it is gone when the site is left. */
const useKeyStore = create<{ key: string }>()(() => ({ key: '' }))

export const useKey = (): string => useKeyStore(({ key }) => key)

/** Where a visitor puts the key that the samples and trials use. */
export function KeyField() {
  const t = useText()
  const id = useId()
  const key = useKey()
  return (
    <div className="field docs-key">
      <label htmlFor={id}>{t(guideText.yourKey)}</label>
      <input
        id={id}
        className="mono"
        value={key}
        placeholder="oct_live_…"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-help`}
        onChange={(event) => useKeyStore.setState({ key: event.target.value.trim() })}
      />
      <p className="help" id={`${id}-help`}>
        {t(guideText.yourKeyHelp)}
      </p>
    </div>
  )
}

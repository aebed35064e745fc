import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { modalText } from '../text/modals.ts'
import { Dialog } from '../ui/dialog.tsx'

const KEYS = [
  { keys: ['Ctrl K', '/'], text: modalText.keyPalette },
  { keys: ['Ctrl Enter'], text: modalText.keyRun },
  { keys: ['Ctrl Shift C'], text: modalText.keyCopy },
  { keys: ['Alt ↑', 'Alt ↓'], text: modalText.keyHistory },
  { keys: ['Esc'], text: modalText.keyClose },
  { keys: ['?'], text: modalText.keyHelp },
] as const

/** The keys of the site. */
export default function ShortcutsModal({ onClose }: ModalProps) {
  const t = useText()
  return (
    <Dialog title={t(modalText.shortcuts)} onClose={onClose}>
      <dl>
        {KEYS.map(({ keys, text }) => (
          <div key={text.en}>
            <dt>{t(text)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

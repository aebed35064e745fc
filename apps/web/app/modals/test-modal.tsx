import { useCallback, useEffect, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { call } from '../api/call.ts'
import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { modalText } from '../text/modals.ts'
import { packInput, unpackInput } from '../tool/share.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { detectKinds } from '../worker/run-here.ts'

/** Each test gives true when it works. */
const TESTS: readonly { readonly text: Text; readonly run: () => Promise<boolean> | boolean }[] = [
  { text: modalText.testServer, run: async () => (await call('web_init', {}, { isSilent: true })).error === '' },
  { text: modalText.testWorker, run: async () => (await detectKinds('{"a":1}')).some(({ kind }) => kind === 'json') },
  { text: modalText.testStorage, run: canStore },
  { text: modalText.testClipboard, run: canCopy },
  { text: modalText.testCompression, run: async () => (await unpackInput(await packInput({ a: 'b' })))?.a === 'b' },
]

function canCopy(): boolean {
  return typeof navigator.clipboard?.writeText === 'function' || document.queryCommandSupported('copy')
}

function canStore(): boolean {
  localStorage.setItem('test', '1')
  localStorage.removeItem('test')
  return true
}

/** What works here, tried out. */
export default function TestModal({ onClose }: ModalProps) {
  const t = useText()
  const [results, setResults] = useState<readonly (boolean | undefined)[]>([])
  const runAll = useCallback(() => {
    setResults([])
    TESTS.forEach(async ({ run }, index) => {
      const works = await Promise.resolve()
        .then(run)
        .catch(() => false)
      setResults((last) => TESTS.map((_, at) => (at === index ? works : last[at])))
    })
  }, [])
  useEffect(runAll, [runAll])
  return (
    <Dialog title={t(modalText.test)} onClose={onClose}>
      <p>{t(modalText.testHelp)}</p>
      <dl>
        {TESTS.map(({ text }, index) => (
          <div key={text.en}>
            <dt>{t(text)}</dt>
            <dd>{results[index] === undefined ? '…' : <Outcome works={results[index]} />}</dd>
          </div>
        ))}
      </dl>
      <p className="dialog-foot">
        <Button icon="Refresh" onClick={runAll}>
          {t(modalText.again)}
        </Button>
      </p>
    </Dialog>
  )
}

function Outcome({ works }: { works: boolean }) {
  const t = useText()
  return (
    <>
      <span className={`dot ${works ? 'ok' : 'bad'}`} aria-hidden="true" /> {t(works ? modalText.works : modalText.fails)}
    </>
  )
}

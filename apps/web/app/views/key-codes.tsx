import './key-codes.css'
import { useState, type KeyboardEvent } from 'react'
import { LOCATION_WORDS, type Location } from '@octet/tools/web/key-codes/keys.ts'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { Value } from '../result/value.tsx'
import { keyText } from '../text/key-codes.ts'
import type { ToolState } from '../tool/view.ts'
import { Workbench } from '../tool/workbench.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

type Press = {
  readonly key: string
  readonly code: string
  readonly keyCode: number
  readonly location: number
  readonly modifiers: string
  readonly isRepeat: boolean
}

/** Presses that stay in sight behind the last one. */
const MAX_BEFORE = 12
const MODIFIERS = ['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'CapsLock', 'NumLock'] as const

/** What the last key told, with the table of all keys below. */
export default function KeyCodesView(tool: ToolState) {
  return (
    <>
      <KeyPad />
      <Workbench {...tool} Result={KeyTable} />
    </>
  )
}

/** The codes in a line are for the clipboard and programs: here they stand in the table. */
const KeyTable = (tool: ToolState) => <ResultPane {...tool} result={{ ...(tool.result as object), text: undefined }} />

function KeyPad() {
  const t = useText()
  const [presses, setPresses] = useState<readonly Press[]>([])
  const [last, ...before] = presses
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const press = toPress(event)
    setPresses((all) => [press, ...(press.isRepeat ? all.slice(1) : all)].slice(0, MAX_BEFORE + 1))
    // Tab and what belongs to the browser go their way: nobody is kept here.
    if (event.key !== 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section className="key-pad" aria-label={t(keyText.here)}>
      <input
        aria-label={t(keyText.here)}
        aria-describedby="key-way"
        placeholder={t(last ? keyText.here : keyText.start)}
        value={last ? toName(last.key, t(keyText.space)) : ''}
        autoComplete="off"
        spellCheck={false}
        onChange={() => undefined}
        onKeyDown={onKeyDown}
      />
      <p id="key-way" className="quiet">
        {t(keyText.way)} {t(keyText.phone)}
      </p>
      <div aria-live="polite" aria-atomic="true">
        {last && <PressFacts press={last} />}
      </div>
      {last && (
        <p className="key-before">
          <CopyButton text={toLines(last)} label={t(keyText.copyAll)} />
          {before.length > 0 && <span className="quiet">{t(keyText.before)}</span>}
          {before.map(({ key, code }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same key may come twice
            <kbd key={index} title={code}>
              {toName(key, t(keyText.space))}
            </kbd>
          ))}
        </p>
      )}
    </section>
  )
}

function PressFacts({ press: { key, code, keyCode, location, modifiers, isRepeat } }: { readonly press: Press }) {
  const t = useText()
  const facts: readonly (readonly [string, string | number])[] = [
    ['key', key],
    ['code', code],
    ['keyCode', keyCode],
    ['location', t(LOCATION_WORDS[location as Location] ?? LOCATION_WORDS[0])],
    [t(keyText.modifiers), modifiers || t(keyText.none)],
  ]
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="quiet">{name}</dt>
          <dd>{value === ' ' ? t(keyText.space) : <Value value={value} schema={{}} />}</dd>
        </div>
      ))}
      {isRepeat && (
        <div>
          <dt className="quiet">repeat</dt>
          <dd>{t(keyText.repeat)}</dd>
        </div>
      )}
    </dl>
  )
}

function toPress(event: KeyboardEvent): Press {
  return {
    key: event.key,
    code: event.code,
    // An input method at work: the old number says so, and React gives the one that browsers gave.
    keyCode: event.keyCode,
    location: event.location,
    modifiers: MODIFIERS.filter((name) => event.getModifierState(name)).join(' + '),
    isRepeat: event.repeat,
  }
}

const toName = (key: string, space: string): string => (key === ' ' ? space : key)

const toLines = ({ key, code, keyCode, location, modifiers }: Press): string =>
  [
    `key: ${JSON.stringify(key)}`,
    `code: ${code}`,
    `keyCode: ${keyCode}`,
    `location: ${location}`,
    `modifiers: ${modifiers || '-'}`,
  ].join('\n')

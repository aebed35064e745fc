import { findStatusCodes, STATUS_CODES, type StatusCode } from '@octet/tools/web/http-status/codes.ts'
import { useState } from 'react'
import { isStored, toRetry, toSourceLink, toStatusGroups } from '../dev/reference/status-list.ts'
import { Fields, ToolForm } from '../dev/tool-form.tsx'
import { useLang, useText } from '../lang.tsx'
import { referenceText as words } from '../text/dev-reference.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import type { ToolState } from '../tool/view.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import '../dev/reference/reference.css'

const CLASS_WORDS = { 1: words.class1, 2: words.class2, 3: words.class3, 4: words.class4, 5: words.class5 } as const
const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** All status codes under their classes, narrowed by what is typed; a click opens what there is to know of one. */
export default function HttpStatus(tool: ToolState<{ readonly text: string }>) {
  const t = useText()
  const { text } = tool.input
  const codes = findStatusCodes(text)
  return (
    <>
      <ToolForm tool={tool as ToolState} className="reference">
        <Fields tool={tool as ToolState} names={['text']} />
        <div className="reference-bar">
          <span className="segments" role="group" aria-label={t(words.classes)}>
            {CLASSES.map((name) => (
              <button key={name} type="button" aria-pressed={text === name} onClick={() => tool.setInput({ text: name })}>
                {name || t(words.all)}
              </button>
            ))}
          </span>
          <span className="quiet" role="status">
            {t(words.found, { count: codes.length, total: STATUS_CODES.length })}
          </span>
          <ResultActions {...(tool as ToolState)} />
        </div>
      </ToolForm>
      {codes.length === 0 && <p className="reference-none">{t(words.none)}</p>}
      {toStatusGroups(codes).map(({ statusClass, codes }) => (
        <section key={statusClass} className="reference-group" aria-labelledby={`class-${statusClass}`}>
          <h2 id={`class-${statusClass}`} className={`class-${statusClass}`}>
            <span className="mono">{statusClass}xx</span> {t(CLASS_WORDS[statusClass])}
          </h2>
          <ul className="reference-list">
            {codes.map((status) => (
              <StatusRow key={status[0]} status={status} isAlone={text === String(status[0])} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function StatusRow({ status: [code, phrase, meaning, source], isAlone }: { status: StatusCode; isAlone: boolean }) {
  const lang = useLang()
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <li className={`class-${Math.floor(code / 100)}`}>
      <details open={isOpen ?? isAlone} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className="reference-key">{code}</span>
          <span className="reference-name">
            <strong lang="en">{phrase}</strong>
            <span>{meaning[lang]}</span>
          </span>
          <Icon name="ChevronDown" size={16} />
        </summary>
        <StatusFacts code={code} phrase={phrase} source={source} />
      </details>
    </li>
  )
}

function StatusFacts({ code, phrase, source }: { code: number; phrase: string; source: string }) {
  const t = useText()
  const link = toSourceLink(code, source)
  const line = `HTTP/1.1 ${code} ${phrase.replace('’', "'")}`
  const retry = { later: words.againLater, never: words.againNever, else: words.againElse }[toRetry(code)]
  return (
    <dl className="reference-facts">
      <div>
        <dt>{t(words.statusLine)}</dt>
        <dd>
          <code>{line}</code>
          <CopyButton isIconOnly text={line} />
        </dd>
      </div>
      <div>
        <dt>{t(words.stored)}</dt>
        <dd>{t(isStored(code) ? words.storedYes : words.storedNo)}</dd>
      </div>
      <div>
        <dt>{t(words.again)}</dt>
        <dd>{t(retry)}</dd>
      </div>
      <div>
        <dt>{t(words.source)}</dt>
        <dd>
          {link ? (
            <a href={link} rel="noreferrer">
              {source}
            </a>
          ) : (
            source
          )}
        </dd>
      </div>
    </dl>
  )
}

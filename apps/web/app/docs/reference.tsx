import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { TryAgain } from '../account/waiting.tsx'
import { findTool } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { dataText } from '../text/data-pages.ts'
import { liveText } from '../text/live-answer.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { Snippet } from '../ui/snippet.tsx'
import { toMarked } from './marked-words.ts'
import {
  isAbout,
  loadDescription,
  toCallCommand,
  toFieldRows,
  toFieldWords,
  toTypeWords,
  type ApiSchema,
  type Description,
  type Operation,
} from './openapi.ts'
import { useKey } from './key-field.tsx'
import { TryCall } from './try-call.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** All calls of this server, from its own description. */
export function Reference() {
  const t = useText()
  const [description, setDescription] = useState<Description | null>()
  const load = useCallback(() => loadDescription().then(setDescription, () => setDescription(null)), [])
  useEffect(() => void load(), [load])
  if (description === null)
    return <TryAgain failure={{ msg: t(liveText.failed), resolution: '' }} isLoading={false} reload={load} />
  if (!description)
    return (
      <p className="quiet" role="status">
        {t(dataText.loading)}
      </p>
    )
  return <Calls {...description} />
}

function Calls({ areas, operations }: Description) {
  const t = useText()
  const id = useId()
  const [words, setWords] = useState('')
  const shown = operations.filter((operation) => isAbout(operation, words))
  const plain = shown.filter(({ tool }) => tool === undefined)
  const tools = operations.filter(({ tool, path }) => tool !== undefined && path === `/v1/tools/${tool}`)
  const otherPathsOf = ({ tool, path }: Operation) =>
    operations.filter((other) => other.tool === tool && other.path !== path).map((other) => other.path)
  const shownTools = tools.filter(({ tool }) => shown.some((operation) => operation.tool === tool))
  return (
    <>
      <div className="field docs-filter">
        <label htmlFor={id}>{t(dataText.filterCalls)}</label>
        <input
          id={id}
          type="search"
          value={words}
          placeholder={t(dataText.filterCallsHint)}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setWords(event.target.value.trimStart())}
        />
      </div>
      <p className="quiet" role="status">
        {shown.length === 0 && t(dataText.noCall)}
      </p>
      {areas.map(({ name, title }) => (
        <CallsOfArea key={name} title={title} operations={plain.filter(({ area }) => area === name)} />
      ))}
      {shownTools.length > 0 && (
        <>
          <h3>{t(dataText.tools)}</h3>
          <p className="prose">{t(dataText.toolsWords)}</p>
          <div className="operations">
            {shownTools.map((operation) => (
              <OneOperation key={operation.id} operation={operation} otherPaths={otherPathsOf(operation)} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

function CallsOfArea({ title, operations }: { title: Text; operations: readonly Operation[] }) {
  const t = useText()
  if (operations.length === 0) return null
  return (
    <>
      <h3>{t(title)}</h3>
      <div className="operations">
        {operations.map((operation) => (
          <OneOperation key={operation.id} operation={operation} />
        ))}
      </div>
    </>
  )
}

type OperationProps = {
  readonly operation: Operation
  /** Further names of the same call. */
  readonly otherPaths?: readonly string[]
}

function OneOperation({ operation, otherPaths = [] }: OperationProps) {
  const t = useText()
  const { id, method, path, texts } = operation
  const [isOpen, setOpen] = useState(() => location.hash === `#${id}`)
  const isFirst = useRef(isOpen)
  // What the address names came after the page, so that the browser could not go there.
  const goThere = (element: HTMLDetailsElement | null) => {
    if (element && isFirst.current) element.scrollIntoView()
    isFirst.current = false
  }
  return (
    <details id={id} ref={goThere} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code className={`method ${method.toLowerCase()}`}>{method}</code>
        <code className="path">{path}</code>
        {otherPaths.map((other) => (
          <code key={other} className="path">
            {other}
          </code>
        ))}
        <span>{t(texts.title)}</span>
      </summary>
      {isOpen && <Details operation={operation} />}
    </details>
  )
}

function Details({ operation }: { operation: Operation }) {
  const t = useText()
  const { id, method, texts, tool, parameters, answer } = operation
  const key = useKey()
  const row = tool === undefined ? undefined : findTool(tool)
  const fields = answer ? toFieldRows(answer) : []
  return (
    <div className="operation">
      <p>
        {toMarked(t(texts.summary))} {row && <SiteLink to={row.route}>{t(dataText.openTool)}</SiteLink>}{' '}
        <a href={`#${id}`} className="call-link">
          {t(dataText.linkToCall)}
        </a>
      </p>
      {parameters.length > 0 && (
        <>
          <h4>{t(dataText.parameters)}</h4>
          <FieldTable
            label={t(dataText.parameters)}
            rows={parameters.map((p) => ({ name: p.name, schema: p.schema, isRequired: p.required ?? false }))}
          />
        </>
      )}
      {method === 'GET' ? <TryCall operation={operation} /> : <Snippet code={toCallCommand(operation, key)} />}
      {fields.length > 0 && (
        <>
          <h4>{t(dataText.answer)}</h4>
          <FieldTable label={t(dataText.answer)} rows={fields} />
        </>
      )}
    </div>
  )
}

type FieldRow = { readonly name: string; readonly schema: ApiSchema; readonly isRequired?: boolean }

function FieldTable({ rows, label }: { rows: readonly FieldRow[]; label: string }) {
  const t = useText()
  return (
    <ScrollArea className="table-scroll row-cards" label={label}>
      <table>
        <tbody>
          {rows.map(({ name, schema, isRequired }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {isRequired && <small>{t(dataText.required)}</small>}
              </th>
              <td>
                <code>{toTypeWords(schema)}</code>
              </td>
              <td>
                {toMarked(t(toFieldWords(schema)))}
                {schema.default !== undefined && <code> = {JSON.stringify(schema.default)}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

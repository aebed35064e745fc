import { useCallback, useEffect, useState } from 'react'
import { TryAgain } from '../account/waiting.tsx'
import { findTool } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { dataText } from '../text/data-pages.ts'
import { liveText } from '../text/live-answer.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { Snippet } from '../ui/snippet.tsx'
import { toMarked } from './marked-words.ts'
import { loadOperations, toCallCommand, toFieldRows, toTypeWords, type ApiSchema, type Operation } from './openapi.ts'
import { TryCall } from './try-call.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** All calls of this server, from its own description. */
export function Reference() {
  const t = useText()
  const [operations, setOperations] = useState<readonly Operation[] | null>()
  const load = useCallback(() => loadOperations().then(setOperations, () => setOperations(null)), [])
  useEffect(() => void load(), [load])
  if (operations === null)
    return <TryAgain failure={{ msg: t(liveText.failed), resolution: '' }} isLoading={false} reload={load} />
  if (!operations)
    return (
      <p className="quiet" role="status">
        {t(dataText.loading)}
      </p>
    )
  const plain = operations.filter(({ tool }) => tool === undefined)
  const tools = operations.filter(({ tool, path }) => tool !== undefined && path === `/v1/tools/${tool}`)
  return (
    <>
      <div className="operations">
        {plain.map((operation) => (
          <OneOperation key={`${operation.method} ${operation.path}`} operation={operation} />
        ))}
      </div>
      <h3>{t(dataText.tools)}</h3>
      <p className="prose">{t(dataText.toolsWords)}</p>
      <div className="operations">
        {tools.map((operation) => (
          <OneOperation
            key={operation.path}
            operation={operation}
            otherPaths={operations
              .filter((other) => other.tool === operation.tool && other.path !== operation.path)
              .map(({ path }) => path)}
          />
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
  const [isOpen, setOpen] = useState(false)
  const { method, path, texts } = operation
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
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
  const { method, texts, tool, parameters, example, answer } = operation
  const row = tool === undefined ? undefined : findTool(tool)
  const fields = answer ? toFieldRows(answer) : []
  return (
    <div className="operation">
      <p>
        {toMarked(t(texts.summary))} {row && <SiteLink to={row.route}>{t(dataText.openTool)}</SiteLink>}
      </p>
      {parameters.length > 0 && (
        <>
          <h3>{t(dataText.parameters)}</h3>
          <FieldTable
            label={t(dataText.parameters)}
            rows={parameters.map((p) => ({ name: p.name, schema: p.schema, isRequired: p.required ?? false }))}
          />
        </>
      )}
      {method === 'GET' ? (
        <TryCall operation={operation} />
      ) : (
        example !== undefined && <Snippet code={toCallCommand(operation)} />
      )}
      {fields.length > 0 && (
        <>
          <h3>{t(dataText.answer)}</h3>
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
    <ScrollArea label={label}>
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
                {toMarked([schema.title, schema.description].filter(Boolean).join('. '))}
                {schema.default !== undefined && <code> = {JSON.stringify(schema.default)}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

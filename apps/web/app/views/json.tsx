import { Suspense, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { takeFirst } from '../tool/say-left-out.ts'
import { late } from '../late.tsx'
import type { JsonInput, JsonOutput } from '@octet/tools/format/json/input.ts'
import { BigInput } from '../dev/json/big-input.tsx'
import { JsonToolbar } from '../dev/json/json-toolbar.tsx'
import { Mistake, type Place } from '../dev/json/mistake.tsx'
import { SchemaVerdict } from '../dev/json/schema-verdict.tsx'
import { useBigRun } from '../dev/json/use-big-run.ts'
import { useDesk } from '../dev/json/use-desk.ts'
import { findField, ToolForm } from '../dev/tool-form.tsx'
import { useText } from '../lang.tsx'
import { readTextFile } from '../read-text-file.ts'
import { ResultPane } from '../result/result-pane.tsx'
import { ResultView } from '../result/result-view.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { toSizeWords, toTimeWords } from '../size-words.ts'
import { toast } from '../state/toast-store.ts'
import { jsonText } from '../text/dev-json.ts'
import { siteText } from '../text/site.ts'
import { toolText } from '../text/tool.ts'
import { saveFile } from '../tool/result-actions.tsx'
import { StatusLine } from '../tool/status-line.tsx'
import type { Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { InputPane } from '../tool/workbench.tsx'
import { Button } from '../ui/button.tsx'
import { CodeEditor } from '../ui/code-editor.tsx'
import { copyText } from '../ui/copy-button.tsx'
import './json.css'

const TreePane = late(() => import('../dev/json/tree-pane.tsx'))
const TextPane = late(() => import('../dev/json/text-pane.tsx'))

/** A longer text is held by the worker instead of the page. */
const MAX_PAGE_CHARS = 2_000_000
const LANGUAGES: Readonly<Record<string, string>> = { yaml: 'yaml', xml: 'xml', sql: 'sql' }

type Shown = 'text' | 'tree' | 'details'

/** JSON: a toolbar, the text on the left, the result as text and as a tree on the right. Large files stay in a worker. */
export default function JsonView(tool: Json) {
  const t = useText()
  const { input, setInput, error } = tool
  const desk = useDesk()
  const [file, setFile] = useState<File>()
  const big = useBigRun(tool, file, desk)
  const [place, setPlace] = useState<Place>()

  const take = async (given: File | undefined) => {
    if (!given) return
    const isBig = given.size > MAX_PAGE_CHARS
    setFile(isBig ? given : undefined)
    setInput({ text: isBig ? '' : await readTextFile(given, tool.lang) })
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (text.length <= MAX_PAGE_CHARS) return
    event.preventDefault()
    event.stopPropagation()
    void take(new File([text], t(jsonText.pasted), { type: 'application/json' }))
  }
  const onDrop = (event: DragEvent) => {
    // What is dropped on the schema is the form's.
    if (event.dataTransfer.files.length === 0 || (event.target as Element).closest('[data-field]')) return
    event.preventDefault()
    event.stopPropagation()
    void take(takeFirst(event.dataTransfer.files))
  }
  const main = findField(tool, 'text')
  const against = input.action === 'validate' ? findField(tool, 'against') : undefined
  return (
    <ToolForm tool={tool} className="two-panes json-view">
      <JsonToolbar
        tool={tool}
        big={file ? big : undefined}
        {...(file ? { actions: <BigActions desk={desk} big={big} file={file} /> } : {})}
      />
      <div className="panes">
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- pasting and dropping are extras */}
        <div className="pane input-pane" onPasteCapture={onPaste} onDrop={onDrop}>
          <BigInput tool={tool} file={file} take={take} drop={() => setFile(undefined)}>
            {main && (
              <CodeEditor
                name="text"
                label={t(main.label)}
                language="json"
                placeholder={main.placeholder ? t(main.placeholder) : ''}
                value={input.text ?? ''}
                goTo={place}
                onChange={(text) => setInput({ text })}
              />
            )}
          </BigInput>
          {against && <InputPane {...tool} field={against} />}
        </div>
        <OutputPane tool={tool} file={file} big={big} desk={desk} goTo={setPlace} />
      </div>
      {file ? <BigStatus tool={tool} big={big} /> : (!error || tool.isRunning) && <StatusLine {...tool} error={null} />}
    </ToolForm>
  )
}

type Big = ReturnType<typeof useBigRun>
type Json = ToolState<JsonInput, JsonOutput>

type OutputPaneProps = {
  readonly tool: Json
  /** The text, where it is too long for the page. */
  readonly file: File | undefined
  readonly big: Big
  readonly desk: ReturnType<typeof useDesk>
  readonly goTo: (place: Place) => void
}

/** What is wrong, and the result as text, as a tree, or what else is known of it. */
function OutputPane({ tool, file, big, desk, goTo }: OutputPaneProps) {
  const t = useText()
  const { input, result, isRunning, error } = tool
  const [shown, setShown] = useState<Shown>('text')
  const version = useVersion(file ? big.summary : result?.text)
  const isTree = file ? big.summary?.isTree === true : hasTree(input)
  return (
    <div className="pane output-pane">
      {!file && <Mistake tool={tool} goTo={goTo} />}
      {(file ? big.summary : result) === undefined ? (
        file ? (
          <p className="big-wait quiet">{big.isRunning ? t(toolText.running) : ''}</p>
        ) : (
          <ResultPane {...tool} />
        )
      ) : (
        <>
          <header className="pane-head">
            <h2>{t(toolText.output)}</h2>
            <span className="segments small" role="group" aria-label={t(toolText.viewAs)}>
              {(
                [
                  'text',
                  ...(isTree ? (['tree'] as const) : []),
                  ...(hasDetails(result) && !file ? (['details'] as const) : []),
                ] as const
              ).map((id) => (
                <button key={id} type="button" aria-pressed={shown === id} onClick={() => setShown(id)}>
                  {t(jsonText[id])}
                </button>
              ))}
            </span>
          </header>
          <div className={`result ${isRunning ? 'is-running' : ''} ${error && result ? 'is-stale' : ''}`} aria-busy={isRunning}>
            <Suspense>
              {shown === 'tree' && isTree ? (
                <TreePane
                  desk={desk}
                  syntax={toTreeSyntax(input)}
                  version={version}
                  // The tree of a short result reads the text that stands on the page.
                  text={file ? undefined : result?.text}
                />
              ) : file && big.summary ? (
                <TextPane desk={desk} lines={big.summary.lines} version={version} />
              ) : input.action === 'validate' && result?.problems ? (
                <SchemaVerdict result={result} schema={tool.card.output as Schema} />
              ) : shown === 'details' && result ? (
                <ResultView schema={withoutText(tool.card.output as Schema)} value={{ ...result, text: undefined }} />
              ) : (
                result && (
                  <>
                    {input.action === 'repair' &&
                      result.notes?.map(({ note }) => (
                        <p className="json-note" key={note}>
                          {note}
                        </p>
                      ))}
                    <TextOutput text={result.text} language={toLanguage(input)} label={t(jsonText.resultText)} />
                  </>
                )
              )}
            </Suspense>
          </div>
        </>
      )}
    </div>
  )
}

function BigStatus({ tool, big }: { tool: ToolState; big: Big }) {
  const t = useText()
  const { summary, isRunning, error, elapsedMs, cancel } = big
  if (isRunning || error)
    return (
      <StatusLine
        {...tool}
        input={{}}
        result={undefined}
        isRunning={isRunning}
        error={error}
        elapsedMs={elapsedMs}
        cancel={cancel}
      />
    )
  return (
    <div className="status" role="status">
      {summary && (
        <>
          <span className="dot ok" aria-hidden="true" />
          <span>{t(toolText.done)}</span>
          <span>{toSizeWords(summary.sizeBytes)}</span>
          <span>{t(jsonText.lines, { count: summary.lines.toLocaleString('en') })}</span>
          {elapsedMs !== undefined && <span>{toTimeWords(elapsedMs)}</span>}
        </>
      )}
    </div>
  )
}

function BigActions({ desk, big, file }: { desk: ReturnType<typeof useDesk>; big: Big; file: File }) {
  const t = useText()
  const fetchBlob = () => desk.get().blob()
  return (
    <span className="result-actions">
      <Button
        kind="ghost"
        icon="Copy"
        disabled={!big.summary}
        onClick={async () => {
          if (await copyText(await (await fetchBlob()).text(), t(siteText.copyFailed))) toast.success(t(siteText.copied))
        }}
      >
        {t(jsonText.text)}
      </Button>
      <Button
        kind="ghost"
        icon="Download"
        isIconOnly
        disabled={!big.summary}
        onClick={async () => saveFile(new File([await fetchBlob()], file.name, { type: 'application/json' }))}
      >
        {t(toolText.download)}
      </Button>
    </span>
  )
}

const hasTree = ({ action, raw }: JsonInput) =>
  ['format', 'minify', 'repair', 'path', 'jmespath'].includes(action) || (action === 'jq' && !raw)

/** The syntax of a result: queries may have several values. */
function toTreeSyntax({ action, syntax }: JsonInput): string {
  if (action === 'jq' || action === 'jmespath') return 'lines'
  return action === 'repair' || action === 'path' ? 'json' : syntax
}

const hasDetails = (result: JsonOutput | undefined) => Boolean(result?.notes ?? result?.stats ?? result?.matches ?? result?.nodes)

function withoutText(schema: Schema): Schema {
  const { text: _, ...properties } = schema.properties ?? {}
  return { ...schema, properties }
}

function toLanguage({ action, to }: JsonInput): string {
  if (action === 'convert') return LANGUAGES[to] ?? ''
  return ['unescape', 'types'].includes(action) ? '' : 'json'
}

/** A number that grows when a value changes. */
function useVersion(value: unknown): number {
  const last = useRef({ value, version: 0 })
  if (last.current.value !== value) last.current = { value, version: last.current.version + 1 }
  return last.current.version
}

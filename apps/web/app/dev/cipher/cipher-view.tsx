import { useText } from '../../lang.tsx'
import { TextOutput } from '../../result/text-output.tsx'
import { cipherText } from '../../text/dev-cipher.ts'
import { toolText } from '../../text/tool.ts'
import { FieldControl } from '../../tool/field-control.tsx'
import { ResultActions } from '../../tool/result-actions.tsx'
import { StatusLine } from '../../tool/status-line.tsx'
import type { ToolState } from '../../tool/view.ts'
import { InputPane } from '../../tool/workbench.tsx'
import { Button } from '../../ui/button.tsx'
import { Fields, findField, MoreFields, ToolForm } from '../tool-form.tsx'
import { CipherResult, type CipherAnswer } from './cipher-result.tsx'
import './cipher.css'

type CipherInput = Readonly<Record<string, unknown>> & {
  readonly text: string
  readonly file?: Blob | undefined
  readonly direction: 'encrypt' | 'decrypt'
  readonly keySource: string
  readonly key: string
  readonly keyFile?: Blob | undefined
}

export type CipherTool = ToolState<CipherInput, CipherAnswer>

/** Fields that stand in the panel of the key, in this order. */
const KEY_FIELDS = ['keySource', 'key', 'keyFormat', 'keySize', 'keyBits', 'iterations', 'iv', 'ivFormat'] as const
const CONTENT_FIELDS = ['text', 'file', 'direction', 'cipherFormat', 'code'] as const

/** A cipher: direction and mode, key and IV in one panel, what is seldom wanted behind a fold. */
export function CipherView({ tool, makeKeyBytes }: { tool: CipherTool; makeKeyBytes: (input: CipherInput) => number }) {
  const t = useText()
  const { input, setInput, run, result, error, fields, isRunning } = tool
  const isEncrypting = input.direction === 'encrypt'
  const text = findField(tool, 'text')
  const file = findField(tool, 'file')
  const known: readonly string[] = [...KEY_FIELDS, ...CONTENT_FIELDS]
  const first = fields.filter(({ name, isAdvanced }) => !known.includes(name) && !isAdvanced).map(({ name }) => name)
  const rest = fields.filter(({ name, isAdvanced }) => !known.includes(name) && isAdvanced).map(({ name }) => name)
  const hasContent = Boolean(input.text) || input.file instanceof Blob
  const hasKey = Boolean(input.key) || input.keyFile instanceof Blob
  const isMissing = !hasContent || !hasKey
  const hasCode = fields.some(({ name }) => name === 'code') && input.code !== true
  const askCode = hasCode ? () => setInput({ code: true }) : undefined
  const turnRound = () => run({ text: result?.text ?? '', direction: isEncrypting ? 'decrypt' : 'encrypt', file: undefined })
  return (
    <ToolForm tool={tool} className="two-panes cipher-view">
      <div className="toolbar">
        <Fields tool={tool} names={['direction', ...first]} />
        <ResultActions {...tool} result={isMissing ? undefined : result} />
      </div>
      <div className="key-panel">
        <Fields tool={tool} names={['keySource', 'key']} />
        {input.keySource === 'key' && (
          <Button
            icon="Dice5"
            isIconOnly
            className="make-key"
            onClick={() => setInput({ key: makeKey(makeKeyBytes(input)), keyFormat: 'hex' })}
          >
            {t(cipherText.makeKey)}
          </Button>
        )}
        <Fields
          tool={tool}
          names={['keyFormat', ...(input.keySource === 'key' ? ['iv', 'ivFormat'] : ['keySize', 'keyBits', 'iterations'])]}
        />
      </div>
      <MoreFields tool={tool} names={['cipherFormat', ...rest]} />
      <div className="panes">
        <div className="pane input-pane">
          {text && (
            <InputPane {...tool} field={{ ...text, label: isEncrypting ? cipherText.plaintext : cipherText.ciphertext }} />
          )}
          {file && (
            <div className="cipher-file">
              <FieldControl field={file} value={input.file} onChange={(value) => setInput({ file: value as Blob | undefined })} />
            </div>
          )}
        </div>
        <div className="pane output-pane">
          <header className="pane-head">
            <h2>{t(isEncrypting ? cipherText.ciphertext : cipherText.plaintext)}</h2>
            <Button kind="ghost" icon="ArrowsExchange" isIconOnly disabled={isMissing || !result} onClick={turnRound}>
              {t(cipherText.turnRound)}
            </Button>
          </header>
          {isMissing || !result ? (
            <p className="cipher-hint">{t(hasContent && !hasKey ? cipherText.needKey : cipherText.start)}</p>
          ) : (
            <div className={`result ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`}>
              <TextOutput text={result.text} language="" label={t(toolText.output)} />
              <CipherResult result={result} askCode={askCode} />
            </div>
          )}
        </div>
      </div>
      {isMissing && !isRunning ? null : <StatusLine {...tool} />}
    </ToolForm>
  )
}

/** Random bytes as hex. */
function makeKey(sizeBytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(sizeBytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

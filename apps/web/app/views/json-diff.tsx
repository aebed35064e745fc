import { useState } from 'react'
import { ChangeList, type JsonChange } from '../dev/json-diff/change-list.tsx'
import { DocumentSides } from '../dev/json-diff/document-sides.tsx'
import { Fields, ToolForm } from '../dev/tool-form.tsx'
import { SwapSides, TwoSides } from '../dev/two-sides.tsx'
import { useText } from '../lang.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { jsonDiffText as words } from '../text/dev-json-diff.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { ErrorLine, StatusLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { PrimaryButton } from '../tool/workbench.tsx'
import { Icon } from '../ui/icon.tsx'
import { Tabs } from '../ui/tabs.tsx'
import '../dev/json-diff/json-diff.css'

type Input = {
  readonly left?: string
  readonly right?: string
  readonly ignoreOrder: boolean
  readonly ignoreKeys: string
  readonly itemKeys?: string
}
type Output = {
  readonly text: string
  readonly isEqual: boolean
  readonly changes: readonly JsonChange[]
  readonly patch: string
}

/** Two documents beside each other; below, what differs: in their lines, by path, or as a patch. */
export default function JsonDiff(tool: ToolState<Input, Output>) {
  const state = tool as ToolState
  const { input, result, error, isRunning } = tool
  return (
    <ToolForm tool={state} className="json-diff">
      <div className="toolbar">
        <PrimaryButton {...state} />
        <SwapSides {...tool} />
        <Fields tool={state} names={['itemKeys', 'ignoreKeys', 'ignoreOrder']} />
        <ResultActions {...state} />
      </div>
      <TwoSides tool={state} />
      <ErrorLine {...state} />
      {(!error || isRunning) && <StatusLine {...state} error={null} />}
      {result && <Differences input={input} result={result} isStale={error !== null} />}
    </ToolForm>
  )
}

function Differences({ input, result, isStale }: { input: Input; result: Output; isStale: boolean }) {
  const t = useText()
  const [view, setView] = useState('sides')
  const { changes, isEqual, patch } = result
  const count = (change: JsonChange['change']) => changes.filter((other) => other.change === change).length
  if (isEqual)
    return (
      <div className="json-equal" role="status">
        <Icon name="CircleCheck" size={22} />
        <div>
          <strong>{t(words.equal)}</strong>
          <p className="quiet">{t(words.equalHelp)}</p>
        </div>
      </div>
    )
  return (
    <section className={`json-differences ${isStale ? 'is-stale' : ''}`}>
      <p className="json-figures" role="status">
        <span className="changed">~ {t(words.changed, { count: count('changed') })}</span>
        <span className="added">+ {t(words.added, { count: count('added') })}</span>
        <span className="removed">− {t(words.removed, { count: count('removed') })}</span>
      </p>
      <Tabs
        label={t(words.views)}
        active={view}
        onChange={setView}
        tabs={[
          {
            id: 'sides',
            label: t(words.sides),
            content: (
              <DocumentSides
                left={input.left ?? ''}
                right={input.right ?? ''}
                ignoresOrder={input.ignoreOrder}
                ignoredKeys={input.ignoreKeys}
                itemKeys={input.itemKeys ?? ''}
              />
            ),
          },
          { id: 'paths', label: t(words.paths), content: <ChangeList changes={changes} /> },
          {
            id: 'patch',
            label: t(words.patch),
            content: (
              <>
                <p className="json-note quiet">{t(words.patchHelp)}</p>
                <TextOutput text={patch} language="json" label={t(words.patch)} />
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

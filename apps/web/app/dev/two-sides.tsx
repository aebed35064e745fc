import { useText } from '../lang.tsx'
import { smallText } from '../text/dev-small.ts'
import type { ToolState } from '../tool/view.ts'
import { InputPane } from '../tool/workbench.tsx'
import { Button } from '../ui/button.tsx'
import { findField } from './tool-form.tsx'
import './small.css'

type Sides = { readonly left?: string; readonly right?: string }

/** The fields `left` and `right` of a comparison beside each other. */
export const TwoSides = ({ tool }: { readonly tool: ToolState }) => (
  <div className="two-sides">
    {['left', 'right'].map((name) => {
      const field = findField(tool, name)
      return (
        field && (
          <div key={name} className="pane input-pane">
            <InputPane {...tool} field={field} />
          </div>
        )
      )
    })}
  </div>
)

export function SwapSides({ input, setInput }: Pick<ToolState<Sides>, 'input' | 'setInput'>) {
  const t = useText()
  return (
    <Button icon="ArrowsExchange" onClick={() => setInput({ left: input.right ?? '', right: input.left ?? '' })}>
      {t(smallText.swap)}
    </Button>
  )
}

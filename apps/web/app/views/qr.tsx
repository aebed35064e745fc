import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { smallText } from '../text/dev-small.ts'
import { saveFile } from '../tool/result-actions.tsx'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import '../dev/small.css'

type Output = { readonly text: string; readonly image?: string; readonly svg?: string }

/** The code large enough to be read from the screen, to be saved as picture or drawing. What was read from a picture is drawn as usual. */
export function Result(tool: ToolState<unknown, Output>) {
  const t = useText()
  const { image, svg } = tool.result ?? {}
  if (!image) return <ResultPane {...(tool as ToolState)} />
  const savePng = async () => saveFile(new File([await (await fetch(image)).blob()], 'qr.png', { type: 'image/png' }))
  return (
    <div className="result">
      <div className="qr-picture">
        <img src={image} alt={t(smallText.qrCode)} />
      </div>
      <div className="qr-actions">
        <Button icon="Download" onClick={() => void savePng()}>
          {t(smallText.savePng)}
        </Button>
        {svg && (
          <Button icon="Download" onClick={() => saveFile(new File([svg], 'qr.svg', { type: 'image/svg+xml' }))}>
            {t(smallText.saveSvg)}
          </Button>
        )}
      </div>
      <ResultPane {...(tool as ToolState)} result={{ ...tool.result, image: undefined, svg: undefined }} />
    </div>
  )
}

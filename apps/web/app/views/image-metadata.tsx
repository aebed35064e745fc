import './image-metadata.css'
import './wide-tool.css'
import { useState } from 'react'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { toSizeWords } from '../size-words.ts'
import { imageText } from '../text/image-metadata.ts'
import { saveFile } from '../tool/result-actions.tsx'
import type { ToolState } from '../tool/view.ts'
import { Workbench } from '../tool/workbench.tsx'
import { Button } from '../ui/button.tsx'
import { PlaceLinks } from '../ui/place-links.tsx'
import { useObjectUrl } from '../ui/use-object-url.ts'

type Input = { readonly file?: Blob }
type Output = {
  readonly mime: string
  readonly sizeBytes: number
  readonly latitude?: number
  readonly longitude?: number
  readonly file?: File
  readonly removed?: readonly unknown[]
}

type ImageTool = ToolState<Input, Output>

/** The picture above, what it carries below over the whole width. */
export default function ImageMetadataView(tool: ImageTool) {
  return (
    <div className="wide-tool image-metadata">
      <Workbench {...(tool as ToolState)} Result={Report} />
    </div>
  )
}

/** What can be done: save it without what it gives away, and see the place. Then everything that was read. */
function Report(tool: ImageTool) {
  const t = useText()
  const { result, input } = tool
  if (!result) return null
  return (
    <>
      <div className="image-head">
        {input.file && <Preview file={input.file} mime={result.mime} />}
        <div className="image-words">
          <Saving result={result} />
          {result.latitude !== undefined && result.longitude !== undefined && (
            <PlaceLinks lat={result.latitude} lon={result.longitude} />
          )}
          <p className="quiet">{t(imageText.stays)}</p>
        </div>
      </div>
      <ResultPane {...(tool as ToolState)} result={toShown(result)} />
    </>
  )
}

/** Without what the page has already, and without empty lists. */
const toShown = (result: Output): object =>
  Object.fromEntries(
    Object.entries(result).filter(
      ([name, value]) => name !== 'text' && name !== 'file' && !(Array.isArray(value) && value.length === 0),
    ),
  )

function Saving({ result: { file, removed = [], sizeBytes } }: { readonly result: Output }) {
  const t = useText()
  if (!file) return null
  if (removed.length === 0) return <p>{t(imageText.nothingLeft)}</p>
  const less = toSizeWords(Math.max(0, sizeBytes - file.size))
  return (
    <p className="image-actions">
      <Button kind="primary" icon="Download" onClick={() => saveFile(file)}>
        {t(imageText.saveClean)}
      </Button>
      <span className="quiet">
        {file.size < sizeBytes ? t(imageText.saved, { size: toSizeWords(file.size), less }) : toSizeWords(file.size)}
      </span>
    </p>
  )
}

/** The picture where this browser can draw it: not all know HEIC and TIFF. */
function Preview({ file, mime }: { readonly file: Blob; readonly mime: string }) {
  const t = useText()
  const url = useObjectUrl(file, mime)
  const [unknown, setUnknown] = useState<string>()
  return url && url !== unknown ? <img src={url} alt={t(imageText.preview)} onError={() => setUnknown(url)} /> : null
}

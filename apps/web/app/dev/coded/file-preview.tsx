import { useEffect, useState } from 'react'
import { useText } from '../../lang.tsx'
import { toSizeWords } from '../../size-words.ts'
import { codedText } from '../../text/dev-coded.ts'
import { saveFile } from '../../tool/result-actions.tsx'
import { Button } from '../../ui/button.tsx'
import { useObjectUrl } from '../../ui/use-object-url.ts'
import { toHexDump } from './hex-dump.ts'
import './coded.css'

type PreviewProps = { readonly file: Blob; readonly mime: string; readonly onRemove?: () => void; readonly removeLabel?: string }

/** What a file is and what it looks like: pictures, sound, films and PDF as themselves, the rest by its beginning. */
export function FilePreview({ file, mime, onRemove, removeLabel = '' }: PreviewProps) {
  const t = useText()
  const url = useObjectUrl(file, mime)
  const [size, setSize] = useState<{ width: number; height: number }>()
  const name = file instanceof File ? file.name : ''
  const kind = mime === 'application/pdf' ? 'pdf' : mime.replace(/\/.*/, '')
  return (
    <div className="file-preview">
      <p className="file-facts">
        <strong>{name}</strong>
        <span>{mime || t(codedText.unknownType)}</span>
        <span>{toSizeWords(file.size)}</span>
        {size && <span>{t(codedText.pixels, size)}</span>}
        <span className="file-actions">
          <Button
            kind="ghost"
            icon="Download"
            isIconOnly
            onClick={() => saveFile(file instanceof File ? file : new File([file], 'file', { type: mime }))}
          >
            {t(codedText.save)}
          </Button>
          {onRemove && (
            <Button kind="ghost" icon="X" isIconOnly onClick={onRemove}>
              {removeLabel}
            </Button>
          )}
        </span>
      </p>
      {url && kind === 'image' && (
        <img
          src={url}
          alt={t(codedText.preview)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the visitor's own file */}
      {url && kind === 'audio' && <audio controls src={url} aria-label={t(codedText.preview)} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the visitor's own file */}
      {url && kind === 'video' && <video controls src={url} aria-label={t(codedText.preview)} />}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; the type leaves no way to scripts of a page */}
      {url && kind === 'pdf' && <iframe src={url} title={t(codedText.preview)} />}
      {!['image', 'audio', 'video', 'pdf'].includes(kind) && <Beginning file={file} />}
    </div>
  )
}

const HEAD_BYTES = 512

/** The beginning as text where it is UTF-8, else as bytes. */
function Beginning({ file }: { file: Blob }) {
  const t = useText()
  const [head, setHead] = useState<{ text: string; isText: boolean }>()
  useEffect(() => {
    let isCurrent = true
    void file
      .slice(0, HEAD_BYTES)
      .arrayBuffer()
      .then((buffer) => isCurrent && setHead(toHead(new Uint8Array(buffer))))
    return () => {
      isCurrent = false
    }
  }, [file])
  if (!head) return null
  return (
    <>
      <p className="quiet">{t(head.isText ? codedText.firstText : codedText.firstBytes)}</p>
      <pre tabIndex={0}>{head.text}</pre>
    </>
  )
}

function toHead(bytes: Uint8Array): { text: string; isText: boolean } {
  try {
    // The cut may go through a character: what is open at the end is left out.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    // oxlint-disable-next-line no-control-regex -- control characters tell bytes from text
    if (!/[\0-\x08\x0e-\x1f]/.test(text)) return { text, isText: true }
  } catch {
    // Not UTF-8: shown as bytes.
  }
  return { text: toHexDump(bytes), isText: false }
}

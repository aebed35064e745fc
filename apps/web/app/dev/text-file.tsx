import { useText } from '../lang.tsx'
import { siteText } from '../text/site.ts'
import { toolText } from '../text/tool.ts'
import { saveFile } from '../tool/result-actions.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import './small.css'
import './text-file.css'

type Props = { readonly label: string; readonly text: string; readonly fileName: string }

/**
 * One of several texts that a tool has made, with buttons that copy it and save it as a file. The type of the file says
 * nothing, so that browsers leave its name as it is.
 */
export function TextFile({ label, text, fileName }: Props) {
  const t = useText()
  const save = () => saveFile(new File([text], fileName, { type: 'application/octet-stream' }))
  return (
    <section className="text-file">
      <header className="small-head">
        <h3>{label}</h3>
        <span>
          <CopyButton isIconOnly text={text} />
          <Button
            kind="ghost"
            icon="Download"
            isIconOnly
            onClick={save}
            aria-label={t(siteText.pair, { name: t(toolText.download), value: fileName })}
          >
            {t(toolText.download)}
          </Button>
        </span>
      </header>
      <pre tabIndex={0} className={`small-text ${text.startsWith('-----') ? 'lines' : ''}`}>
        {text}
      </pre>
    </section>
  )
}

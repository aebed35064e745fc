import { ERRORS } from '@octet/core/errors.ts'
import { toTemplate, type Text } from '@octet/core/text.ts'
import { useLang, useText } from '../lang.tsx'
import { dataText } from '../text/data-pages.ts'
import { toMarked } from './marked-words.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** Every error the product answers with, in the page's language first and the other below it. */
export function ErrorTable() {
  const t = useText()
  return (
    <ScrollArea className="table-scroll framed error-table" label={t(dataText.errors)}>
      <table>
        <thead>
          <tr>
            {[dataText.key, dataText.code, dataText.message, dataText.resolution].map((label) => (
              <th key={label.en} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(ERRORS)
            .sort(([, a], [, b]) => a.status - b.status)
            .map(([key, { status, code, msg, resolution }]) => (
              <tr key={key}>
                <td>
                  <code>{key}</code>
                </td>
                <td>
                  {code}
                  {code !== status && <small>HTTP {status}</small>}
                </td>
                <td>
                  <BothWords text={msg} />
                </td>
                <td>
                  <BothWords text={resolution} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function BothWords({ text }: { text: Text }) {
  const lang = useLang()
  const other = lang === 'zh' ? 'en' : 'zh'
  return (
    <>
      {toMarked(toTemplate(text[lang]))}
      {text[other] !== text[lang] && <small lang={other === 'zh' ? 'zh-CN' : 'en'}>{toMarked(toTemplate(text[other]))}</small>}
    </>
  )
}

import type { Loaded } from '../account/request.ts'
import { Waiting } from '../account/waiting.tsx'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { toSizeWords } from '../size-words.ts'
import { downloadsText } from '../text/downloads.ts'
import type { History } from './databases.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** What has been downloaded, when and from which address. */
export function HistoryPanel({ history }: { history: Loaded<History> }) {
  const t = useText()
  const lang = useLang()
  const { data } = history
  return (
    <section className="database" aria-labelledby="downloads-history">
      <h2 id="downloads-history">{t(downloadsText.history)}</h2>
      {!data && <Waiting loaded={history} />}
      {data?.downloads.length === 0 && <p className="account-note">{t(downloadsText.noHistory)}</p>}
      {data && data.downloads.length > 0 && (
        <ScrollArea label={t(downloadsText.history)}>
          <table className="plain-table">
            <thead>
              <tr>
                {(['date', 'file', 'size', 'address', 'state'] as const).map((word) => (
                  <th scope="col" key={word} className={word === 'size' ? 'number-cell' : undefined}>
                    {t(downloadsText[word])}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.downloads.map((one) => (
                <tr key={`${one.started_at} ${one.name}`}>
                  <td>
                    <time dateTime={one.started_at}>{toDayTime(one.started_at, lang)}</time>
                  </td>
                  <td>{one.name}</td>
                  <td className="number-cell">{toSizeWords(one.size_bytes)}</td>
                  <td>{one.address}</td>
                  <td>{t(one.finished_at ? downloadsText.complete : downloadsText.incomplete)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </section>
  )
}

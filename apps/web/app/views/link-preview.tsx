import '../net/net.css'
import './link-preview.css'
import { CRAWLER_PURPOSES, type CrawlerPurpose } from '@octet/core/probe/crawler-purposes.ts'
import type { PagePicture, PageReport } from '@octet/core/probe/page.ts'
import { useText } from '../lang.tsx'
import { CheckList } from '../net/checks/check-list.tsx'
import { Chip } from '../net/chip.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { toSizeWords } from '../size-words.ts'
import { linkPreviewText as words } from '../text/link-preview.ts'
import { lookupsText } from '../text/net-lookups.ts'
import type { ToolState } from '../tool/view.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** How the link looks elsewhere, what is in the way of that, who may fetch the page, and the tags behind it. */
export function Result({ card: tool, result, isRunning }: ToolState<object, PageReport>) {
  const t = useText()
  const { label } = useSchemaWords(tool.output)
  if (!result) return null
  const { url, status, card, checks, robots, tags, alternates, feeds, structured } = result
  return (
    <div className="net-result preview-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{status}</strong>
        <span className="preview-url">{url}</span>
        {card.picture && !card.picture.problem && <span>{describePicture(card.picture)}</span>}
      </div>
      <section>
        <h2>{t(words.previews)}</h2>
        <Previews report={result} />
      </section>
      <section>
        <h2>{t(lookupsText.checks)}</h2>
        <CheckList checks={checks} />
      </section>
      <section>
        <h2>{t(words.crawlers)}</h2>
        <Crawlers robots={robots} />
      </section>
      {tags.length > 0 && (
        <section>
          <h2>{label('tags')}</h2>
          <ScrollArea className="net-table" label={label('tags')}>
            <table>
              <tbody>
                {tags.map(({ name, value }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a tag may come twice
                  <tr key={index}>
                    <th scope="row">{name}</th>
                    <td className="preview-value">{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
        </section>
      )}
      <List title={label('alternates')} lines={alternates.map((it) => `${it.language}: ${it.url}`)} />
      <List title={label('feeds')} lines={feeds.map((it) => (it.title ? `${it.title}: ${it.url}` : it.url))} />
      <List title={label('robots.sitemaps')} lines={robots.sitemaps} />
      <List title={label('structured')} lines={structured} />
    </div>
  )
}

function Previews({ report: { url, title, description, card, icon } }: { report: PageReport }) {
  const t = useText()
  const { host, pathname } = new URL(url)
  const path = decode(pathname)
    .split('/')
    .filter((part) => part !== '')
  return (
    <div className="preview-grid">
      <figure>
        <figcaption>{t(words.search)}</figcaption>
        <div className="preview-search">
          <div className="preview-site">
            {icon?.data ? <img src={icon.data} alt="" width={24} height={24} /> : <span className="preview-no-icon" />}
            <span>
              {card.site}
              <small>{[host, ...path].join(' › ')}</small>
            </span>
          </div>
          <strong>{title ?? t(words.noTitle)}</strong>
          {description && <p>{description}</p>}
        </div>
      </figure>
      <figure>
        <figcaption>{t(words.card)}</figcaption>
        <div className={`preview-card${card.isLarge || isWide(card.picture) ? '' : ' is-small'}`}>
          <Picture picture={card.picture} />
          <div>
            <small>{host}</small>
            <strong>{card.title ?? t(words.noTitle)}</strong>
            {card.description && <p>{card.description}</p>}
          </div>
        </div>
      </figure>
      <figure>
        <figcaption>{t(words.chat)}</figcaption>
        <div className="preview-chat">
          <div>
            <strong>{card.title ?? t(words.noTitle)}</strong>
            {card.description && <p>{card.description}</p>}
            <small>{card.site}</small>
          </div>
          <Picture picture={card.picture} />
        </div>
      </figure>
    </div>
  )
}

/** Most services fill the card with such a picture, whatever kind of card is asked for. */
const isWide = (picture: PagePicture | null): boolean => (picture?.width ?? 0) >= 600 && (picture?.height ?? 0) >= 315

function Picture({ picture }: { picture: PagePicture | null }) {
  const t = useText()
  if (picture?.data) return <img className="preview-picture" src={picture.data} alt="" />
  const isThere = picture !== null && picture.type !== null && picture.problem === null
  return <div className="preview-picture">{t(isThere ? words.notShown : words.noPicture)}</div>
}

function describePicture({ type, width, height, sizeBytes }: PagePicture): string {
  const parts = [type, width !== null && `${width} × ${height}`, sizeBytes !== null && toSizeWords(sizeBytes)]
  return parts.filter(Boolean).join(' · ')
}

const STATES = {
  true: { tone: 'ok', word: words.allowed },
  false: { tone: 'bad', word: words.refused },
  null: { tone: 'plain', word: words.unknown },
} as const

function Crawlers({ robots: { crawlers, status } }: { robots: PageReport['robots'] }) {
  const t = useText()
  const rules = new Map<string, string[]>()
  for (const { name, isAllowed, rule } of crawlers)
    if (isAllowed === false) {
      const why = rule ? t(words.line, rule) : t(words.whole, { status: status ?? '' })
      rules.set(why, [...(rules.get(why) ?? []), name])
    }
  return (
    <>
      <div className="preview-crawlers">
        {(Object.keys(CRAWLER_PURPOSES) as CrawlerPurpose[]).map((purpose) => (
          <div key={purpose}>
            <h3>{t(CRAWLER_PURPOSES[purpose])}</h3>
            <ul>
              {crawlers
                .filter((crawler) => crawler.purpose === purpose)
                .map(({ name, owner, isAllowed }) => {
                  const { tone, word } = STATES[`${isAllowed}`]
                  return (
                    <li key={name}>
                      <Chip tone={tone} title={`${owner}: ${t(word)}`}>
                        {name}
                        <span className="hidden">, {t(word)}</span>
                      </Chip>
                    </li>
                  )
                })}
            </ul>
          </div>
        ))}
      </div>
      {rules.size > 0 && (
        <ul className="preview-links">
          {[...rules].map(([why, names]) => (
            <li key={why}>
              {names.join(', ')} — <code>{why}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className="preview-links">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line may come twice
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** A path as people read it; one that is badly escaped as it stands. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

import { toDay } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { downloadsText } from '../text/downloads.ts'
import { SiteLink } from '../ui/site-link.tsx'
import type { DatabaseInfo, Databases } from './databases.ts'
import { FieldTable } from './field-table.tsx'
import { FormatRow } from './format-row.tsx'
import { SampleTable } from './sample-table.tsx'

type ProductPanelProps = {
  readonly value: DatabaseInfo
  readonly build: string | null
  readonly frequency: Databases['update_frequency']
  readonly onChange: () => void
}

/** Formats that most people take; the others are behind a fold. */
const MAIN: ReadonlySet<string> = new Set(['mmdb', 'mmdb.tar.gz', 'csv.zip', 'ndjson.zip', 'parquet'])

/** One database: what is in it, how long and how fresh, and its files. */
export function ProductPanel(props: ProductPanelProps) {
  const t = useText()
  const { value } = props
  const isOpen = value.is_subscribed === true
  return (
    <section className="database" aria-labelledby={`database-${value.id}`}>
      <header className="database-head">
        <h2 id={`database-${value.id}`}>{value.title}</h2>
        <span className="database-state">
          <span className={`dot ${isOpen ? 'ok' : ''}`} aria-hidden="true" />{' '}
          {t(value.is_free ? downloadsText.isFree : isOpen ? downloadsText.subscribed : downloadsText.notSubscribed)}
          {!isOpen && (
            <>
              {' · '}
              <SiteLink to="/pricing">{t(downloadsText.subscribe)}</SiteLink>
            </>
          )}
        </span>
      </header>
      <p className="database-content">{value.content}</p>
      <dl className="database-facts">
        <Fact label={t(downloadsText.frequency)} value={t(downloadsText[props.frequency])} />
        <PeriodFact value={value} />
        <Fact label={t(downloadsText.fieldCount)} value={String(value.fields.length)} />
      </dl>
      {isOpen && <FileList {...props} label={t(downloadsText.formats)} isMain />}
      <details>
        <summary>{t(isOpen ? downloadsText.moreFormats : downloadsText.formats)}</summary>
        {!isOpen && <FileList {...props} label={t(downloadsText.formats)} isMain />}
        <FileList {...props} label={t(downloadsText.moreFormats)} isMain={false} />
      </details>
      <details>
        <summary>{t(downloadsText.fields)}</summary>
        <FieldTable value={value} />
      </details>
      <details>
        <summary>{t(downloadsText.sample)}</summary>
        <SampleTable rows={value.sample} />
      </details>
    </section>
  )
}

type FileListProps = ProductPanelProps & { readonly label: string; readonly isMain: boolean }

function FileList({ value, build, onChange, label, isMain }: FileListProps) {
  return (
    <ul className="files" aria-label={label}>
      {value.formats
        .filter(({ format }) => MAIN.has(format) === isMain)
        .map((format) => (
          <FormatRow key={format.format} product={value} value={format} build={build} onChange={onChange} />
        ))}
    </ul>
  )
}

function PeriodFact({ value }: { value: DatabaseInfo }) {
  const t = useText()
  const lang = useLang()
  const { usable_until: until, is_free: isFree, is_subscribed: isOpen } = value
  const words = isFree
    ? t(downloadsText.free)
    : isOpen !== true
      ? '–'
      : until
        ? t(downloadsText.until, { day: toDay(until, lang) })
        : t(downloadsText.noEnd)
  return <Fact label={t(downloadsText.period)} value={words} />
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

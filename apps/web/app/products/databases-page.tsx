import '../data/data.css'
import './products.css'
import { useLoaded } from '../account/request.ts'
import { TryAgain } from '../account/waiting.tsx'
import { usePrices } from '../billing/use-prices.ts'
import type { DatabaseInfo, Databases } from '../downloads/databases.ts'
import { FieldRows } from '../downloads/field-rows.tsx'
import { SampleTable } from '../downloads/sample-table.tsx'
import { useLang, useText } from '../lang.tsx'
import { toSizeWords } from '../size-words.ts'
import { productsText } from '../text/products.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { toWordList } from '../word-list.ts'
import { OtherProducts } from './other-products.tsx'
import { ProductLinks } from './product-page.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** The database files of this server: content, fields, formats, sizes and licences, as they are now. */
export function DatabasesPage() {
  const t = useText()
  const { data: listed, ...rest } = useLoaded<Databases>('databases')
  return (
    <article className="wide data-page product">
      <header>
        <h1>{t(productsText.databases)}</h1>
        <p className="lead">{t(productsText.databasesLead)}</p>
        <ProductLinks docs="/docs/clients" />
      </header>
      {!listed && !rest.failure && (
        <p role="status" className="awaited">
          {t(productsText.loading)}
        </p>
      )}
      {!listed && rest.failure && <TryAgain {...rest} failure={rest.failure} />}
      {listed && (
        <p className="quiet">
          {listed.date ? t(productsText[listed.update_frequency], { date: listed.date.slice(0, 10) }) : t(productsText.notBuilt)}
        </p>
      )}
      {listed?.databases.map((database) => (
        <DatabaseSection key={database.id} database={database} />
      ))}
      {listed && <Licences licences={listed.licences} />}
      <OtherProducts own="databases" />
    </article>
  )
}

function DatabaseSection({ database }: { database: DatabaseInfo }) {
  const t = useText()
  const lang = useLang()
  const { data: prices } = usePrices()
  const { id, title, content, formats, fields, sample } = database
  const plans = prices?.plans.filter(({ databases }) => databases.some((one) => one === id)).map(({ name }) => name) ?? []
  const names = [...new Set(formats.map(({ title: name }) => name.split(/[,，]/)[0] ?? name))]
  const ready = formats.filter(({ file }) => file)
  const facts = [
    [productsText.inPlans, id === 'lite' ? t(productsText.everyAccount) : toWordList(plans, lang)],
    [productsText.formats, toWordList(names, lang)],
    [productsText.size, ready.map(({ title: name, file }) => `${name}: ${toSizeWords(file?.size_bytes ?? 0)}`).join(' · ')],
  ] as const
  return (
    <section className="database" aria-labelledby={`database-${id}`}>
      <div>
        <h2 id={`database-${id}`}>{title}</h2>
        <p className="prose">{content}</p>
        <p>
          <SiteLink to="/account/downloads" className="button plain">
            {t(productsText.download)}
          </SiteLink>
        </p>
      </div>
      <dl>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label.en}>
                <dt>{t(label)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <details>
        <summary>{t(productsText.countedFields, { count: fields.length })}</summary>
        <FieldList fields={fields} />
        {sample.length > 0 && <SampleTable rows={sample} />}
      </details>
    </section>
  )
}

function FieldList({ fields }: Pick<DatabaseInfo, 'fields'>) {
  const t = useText()
  return (
    <ScrollArea className="product-scroll" label={t(productsText.fields)}>
      <table className="product-table">
        <FieldRows fields={fields} />
      </table>
    </ScrollArea>
  )
}

function Licences({ licences }: Pick<Databases, 'licences'>) {
  const t = useText()
  if (licences.length === 0) return null
  // Two sources of one publisher ask for the same words.
  const different = new Map(licences.map((one) => [`${one.attribution} ${one.licence}`, one]))
  return (
    <section aria-labelledby="database-licences">
      <h2 id="database-licences">{t(productsText.licences)}</h2>
      <ul className="product-licences">
        {[...different.values()].map(({ source, licence, licence_url: url, attribution }) => (
          <li key={source}>
            {attribution} · {url ? <a href={url}>{licence}</a> : licence}
          </li>
        ))}
      </ul>
    </section>
  )
}

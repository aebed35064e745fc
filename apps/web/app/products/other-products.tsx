import './products.css'
import { useText } from '../lang.tsx'
import { productsText } from '../text/products.ts'
import { SiteLink } from '../ui/site-link.tsx'

const PRODUCTS = [
  {
    id: 'geolocation',
    to: '/products/geolocation-api',
    title: productsText.geolocation.title,
    words: productsText.geolocation.description,
  },
  { id: 'privacy', to: '/products/privacy-api', title: productsText.privacy.title, words: productsText.privacy.description },
  { id: 'asn', to: '/products/asn-api', title: productsText.asn.title, words: productsText.asn.description },
  { id: 'databases', to: '/products/databases', title: productsText.databases, words: productsText.databasesDescription },
] as const

/** Links to the products beside this one. */
export function OtherProducts({ own }: { own?: (typeof PRODUCTS)[number]['id'] }) {
  const t = useText()
  return (
    <nav aria-labelledby="product-others">
      <h2 id="product-others">{t(own ? productsText.others : productsText.products)}</h2>
      <ul className="product-others">
        {PRODUCTS.filter(({ id }) => id !== own).map(({ id, to, title, words }) => (
          <li key={id}>
            <SiteLink to={to}>
              <strong>{t(title)}</strong>
              <span>{t(words)}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { definePage } from '../page.ts'
import { ProductPage } from '../products/product-page.tsx'
import { productsText } from '../text/products.ts'

export default definePage({
  title: productsText.geolocation.title,
  description: productsText.geolocation.description,
  Component: () => <ProductPage id="geolocation" />,
})

import { definePage } from '../page.ts'
import { ProductPage } from '../products/product-page.tsx'
import { productsText } from '../text/products.ts'

export default definePage({
  title: productsText.asn.title,
  description: productsText.asn.description,
  Component: () => <ProductPage id="asn" />,
})

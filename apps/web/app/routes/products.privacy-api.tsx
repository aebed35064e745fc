import { definePage } from '../page.ts'
import { ProductPage } from '../products/product-page.tsx'
import { productsText } from '../text/products.ts'

export default definePage({
  title: productsText.privacy.title,
  description: productsText.privacy.description,
  Component: () => <ProductPage id="privacy" />,
})

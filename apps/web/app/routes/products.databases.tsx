import { definePage } from '../page.ts'
import { DatabasesPage } from '../products/databases-page.tsx'
import { productsText } from '../text/products.ts'

export default definePage({
  title: productsText.databases,
  description: productsText.databasesDescription,
  Component: DatabasesPage,
})
